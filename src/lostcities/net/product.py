"""Products of matrices as small as a network's: compiled here, for the vectors of the machine it runs on.

A library for large matrices spends more time on small ones than it saves, and it may not know the processor.
Here a tile of the result stays in registers while all that adds to it goes by. Each number is added up in the
same order however many rows there are, so that a position's answer doesn't depend on what else is asked.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils as numba_cgutils
from numba.extending import intrinsic
from numba.np import arrayobj as numba_arrays

from lostcities.kernel.jit import config, rule

cgutils: Any = numba_cgutils
arrays: Any = numba_arrays
HEIGHTS = 6, 5, 1  # rows of a tile: as many as the registers hold; the colours of one position; the rest
WIDE, NARROW = 64, 16  # columns of a tile, where registers hold 16 floats and where they hold fewer


def _interpreted_strip(x: Any, weight: Any, out: Any, inputs: Any, j: int, columns: int) -> None:
    """What `add_product` does, for so many columns from the one at `j`."""
    which = slice(None) if inputs is None else inputs
    out[:, j : j + columns] += x[:, which] @ weight[which, j : j + columns]


def _compiled_strip(_: Any, x: Any, weight: Any, out: Any, inputs: Any, j: Any, columns: Any) -> Any:
    """The same as LLVM's code, for arrays of 32-bit floats without gaps and a number of columns known here.

    A tile has a vector for each row. LLVM takes as many registers for one as the machine needs.
    """
    if any(matrix.layout != "C" or matrix.dtype != types.float32 for matrix in (x, weight, out)):
        return None
    vector = ir.VectorType(ir.FloatType(), columns.literal_value)
    undefined, first = ir.Constant(vector, ir.Undefined), ir.IntType(32)(0)
    to_all = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), None)

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def array(n: int) -> Any:
            return arrays.make_array(signature.args[n])(context, builder, arguments[n])

        def shape(of: Any) -> Any:
            return cgutils.unpack_tuple(builder, of.shape)

        def at(matrix: Any, row: Any, column: Any) -> Any:
            return builder.gep(matrix.data, [builder.add(builder.mul(row, shape(matrix)[1]), column)])

        def vector_at(matrix: Any, row: Any) -> Any:
            return builder.bitcast(at(matrix, row, j), vector.as_pointer())

        def spread(number: Any) -> Any:
            return builder.shuffle_vector(builder.insert_element(undefined, number, first), undefined, to_all)

        def add_tile(rows: list[Any]) -> None:
            sums = [
                cgutils.alloca_once_value(builder, builder.load(vector_at(out, row), align=4)) for row in rows
            ]
            with cgutils.for_range(builder, shape(x if inputs is None else inputs)[-1]) as loop:
                k = loop.index
                if inputs is not None:
                    k = builder.load(builder.gep(inputs.data, [k]))
                weights = builder.load(vector_at(weight, k), align=4)
                for row, total in zip(rows, sums, strict=True):
                    more = builder.fmul(spread(builder.load(at(x, row, k))), weights, flags=("contract",))
                    builder.store(builder.fadd(builder.load(total), more, flags=("contract",)), total)
            for row, total in zip(rows, sums, strict=True):
                builder.store(builder.load(total), vector_at(out, row), align=4)

        builder.function.attributes.add("noinline")  # copies in all its callers take seconds to compile
        x, weight, out, j = array(0), array(1), array(2), arguments[4]
        inputs = array(3) if isinstance(signature.args[3], types.Array) else None
        done, rows = j.type(0), shape(out)[0]
        for height in HEIGHTS:
            tiles = builder.udiv(builder.sub(rows, done), j.type(height))
            with cgutils.for_range(builder, tiles) as loop:
                top = builder.add(done, builder.mul(loop.index, j.type(height)))
                add_tile([builder.add(top, j.type(row)) for row in range(height)])
            done = builder.add(done, builder.mul(tiles, j.type(height)))
        return context.get_dummy_value()

    return types.void(x, weight, out, inputs, j, columns), codegen


def _compiled_question(_: Any) -> Any:
    """Whether the registers of the machine for which this is compiled hold 16 floats."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        *_, features = context.codegen().magic_tuple()
        return ir.IntType(1)("+avx512f" in features.split(","))

    return types.boolean(), codegen


_add_strip: Any = _interpreted_strip
_has_long_registers: Any = bool
if not config.DISABLE_JIT:
    _add_strip = intrinsic(prefer_literal=True)(_compiled_strip)
    _has_long_registers = intrinsic(_compiled_question)


@rule
def add_product(x: Any, weight: Any, out: Any, inputs: Any = None) -> None:
    """Add `x @ weight` to `out`; if it is known which inputs are not all 0, what comes of those."""
    columns, j = out.shape[1], 0
    while _has_long_registers() and columns - j >= WIDE:
        _add_strip(x, weight, out, inputs, j, WIDE)
        j += WIDE
    while columns - j >= NARROW:
        _add_strip(x, weight, out, inputs, j, NARROW)
        j += NARROW
    while j < columns:
        _add_strip(x, weight, out, inputs, j, 1)
        j += 1
