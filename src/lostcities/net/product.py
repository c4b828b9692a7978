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
TALL, LOW = 6, 5  # rows of a tile: as many as the registers hold, or the colours of one position
WIDE, NARROW = 64, 16  # columns of a tile, with registers for 16 floats and with smaller ones


def _interpreted_tile(
    x: Any, weight: Any, out: Any, inputs: Any, i: int, j: int, rows: int, columns: int
) -> None:
    """Add the product of some rows of `x`, from `i`, and some columns of `weight`, from `j`."""
    which = slice(None) if inputs is None else inputs
    out[i : i + rows, j : j + columns] += x[i : i + rows, which] @ weight[which, j : j + columns]


def _compiled_tile(
    _: Any, x: Any, weight: Any, out: Any, inputs: Any, i: Any, j: Any, rows: Any, columns: Any
) -> Any:
    """The same for arrays without gaps, where the number of rows and columns is written in the call."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = ir.VectorType(ir.FloatType(), columns.literal_value)
        first = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), None)
        from_x, from_weight, to_out = (
            arrays.make_array(kind)(context, builder, value)
            for kind, value in zip(signature.args[:3], arguments[:3], strict=True)
        )
        i, j = arguments[4:6]

        def at(array: Any, row: Any, column: Any) -> Any:
            width = cgutils.unpack_tuple(builder, array.shape, 2)[1]
            return builder.gep(array.data, [builder.add(builder.mul(row, width), column)])

        def vector_at(array: Any, row: Any) -> Any:
            return builder.bitcast(at(array, row, j), vector.as_pointer())

        def everywhere(number: Any) -> Any:
            one = builder.insert_element(ir.Constant(vector, ir.Undefined), number, ir.IntType(32)(0))
            return builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), first)

        places = [builder.add(i, i.type(row)) for row in range(rows.literal_value)]
        sums = [
            cgutils.alloca_once_value(builder, builder.load(vector_at(to_out, row), align=4))
            for row in places
        ]
        count = cgutils.unpack_tuple(builder, from_x.shape, 2)[1]
        if some := isinstance(inputs, types.Array):
            listed = arrays.make_array(inputs)(context, builder, arguments[3])
            (count,) = cgutils.unpack_tuple(builder, listed.shape, 1)
        with cgutils.for_range(builder, count) as loop:
            k = builder.load(builder.gep(listed.data, [loop.index])) if some else loop.index
            weights = builder.load(vector_at(from_weight, k), align=4)
            for row, total in zip(places, sums, strict=True):
                number = everywhere(builder.load(at(from_x, row, k)))
                more = builder.fmul(number, weights, flags=("contract",))
                builder.store(builder.fadd(builder.load(total), more, flags=("contract",)), total)
        for row, total in zip(places, sums, strict=True):
            builder.store(builder.load(total), vector_at(to_out, row), align=4)
        return context.get_dummy_value()

    if all(array.layout == "C" for array in (x, weight, out)):
        return types.void(x, weight, out, inputs, i, j, rows, columns), codegen
    return None


def _compiled_question(_: Any) -> Any:
    """Whether a register holds 16 floats, for which all code is compiled."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        *_, features = context.codegen().magic_tuple()
        return ir.IntType(1)("+avx512f" in features.split(","))

    return types.boolean(), codegen


_add_tile: Any = _interpreted_tile
_has_long_registers: Any = bool
if not config.DISABLE_JIT:
    _add_tile = intrinsic(prefer_literal=True)(_compiled_tile)
    _has_long_registers = intrinsic(_compiled_question)


@rule
def add_product(x: Any, weight: Any, out: Any, inputs: Any = None) -> None:
    """Add `x @ weight` to `out`, or what comes of these inputs alone, where all others are 0."""
    rows, columns = out.shape
    j = 0
    while j < columns:
        i = 0
        if _has_long_registers() and columns - j >= WIDE:
            while rows - i >= TALL:
                _add_tile(x, weight, out, inputs, i, j, TALL, WIDE)
                i += TALL
            while rows - i >= LOW:
                _add_tile(x, weight, out, inputs, i, j, LOW, WIDE)
                i += LOW
            while i < rows:
                _add_tile(x, weight, out, inputs, i, j, 1, WIDE)
                i += 1
            j += WIDE
        elif columns - j >= NARROW:
            while rows - i >= TALL:
                _add_tile(x, weight, out, inputs, i, j, TALL, NARROW)
                i += TALL
            while rows - i >= LOW:
                _add_tile(x, weight, out, inputs, i, j, LOW, NARROW)
                i += LOW
            while i < rows:
                _add_tile(x, weight, out, inputs, i, j, 1, NARROW)
                i += 1
            j += NARROW
        else:
            while i < rows:
                _add_tile(x, weight, out, inputs, i, j, 1, 1)
                i += 1
            j += 1
