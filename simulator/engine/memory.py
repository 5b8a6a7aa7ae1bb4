"""Arrays and records that compiled code uses without reference counting."""

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, overload, type_callable

_CACHE_LINE = 64  # bytes


def borrowed(array: Any) -> Any:
    """Return an array without a reference to its memory. The caller keeps the memory alive.

    A compiled function counts its references to its array arguments, which takes longer than listing an option. A
    borrowed array has no counter.
    """
    return array


@intrinsic
def _unowned(_: Any, array: Any) -> Any:
    def unowned(context: Any, builder: Any, _: Any, given: Any) -> Any:
        made = context.make_array(array)(context, builder, *given)
        made.meminfo, made.parent = made.meminfo.type(None), made.parent.type(None)
        return made._getvalue()

    return array(array), unowned


@overload(borrowed)
def _borrowed(array):
    return lambda array: _unowned(array)


@intrinsic
def address(_: Any, record: Any) -> Any:
    """Return the address of a record, in compiled code."""

    def address(context: Any, builder: Any, _: Any, given: Any) -> Any:
        return builder.ptrtoint(given[0], context.get_value_type(types.int64))

    return types.int64(record), address


def blank(kind: Any) -> Any:
    """Return a blank record of a type, which is valid until the calling function returns.

    In compiled code the record is on the stack, so that allocating and freeing it takes no time.
    """
    return np.zeros(1, kind)[0]


@type_callable(blank)
def _type_blank(_: Any) -> Any:
    return lambda kind: kind.dtype if isinstance(kind, types.DType) else None


@lower_builtin(blank, types.DType)
def _lower_blank(context: Any, builder: Any, signature: Any, _: Any) -> Any:
    """Generate code that allocates a record on the stack of the caller, as an inlined function."""
    made = cgutils.alloca_once(builder, context.get_data_type(signature.return_type))
    made.align = _CACHE_LINE
    cgutils.memset(builder, made, context.get_constant(types.intp, signature.return_type.size), 0)
    return made
