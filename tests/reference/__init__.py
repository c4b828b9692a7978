"""The rules of Lost Cities a second time: slow, obvious, and apart from the package.

Written from the rulebooks alone, so that agreement with the fast engine means something. The
rulebooks are cited by number: 000 Filosofia 2007, 001 Escale à jeux with the Grenoble variants,
002 Rio Grande, 003 Les Rivaux 2019, 004 Duel 2026.
"""
