"""How gdb shows acre's arrays: `source PREFIX/share/acre/acre-gdb.py`, by hand or in ~/.gdbinit.

    (gdb) print x
    $1 = float64 array of shape (2, 3) on host: {{0, 1, 2}, {3, 4, 5}}

acre::array, acre::read_only_array and acre::dynamic_array: dtype, shape, space and the first elements (`set print elements`
says how many). Elements in a GPU's memory are not read. Nothing is called in the program, so that core files are shown as
well; a queue that still computes is not waited for.
"""

import re
import struct

import gdb
import gdb.printing

# NumPy's names: bytes, struct's letter for a number or a part, parts
DTYPES = {
    "bool": (1, "?", 1),
    "int8": (1, "b", 1), "int16": (2, "h", 1), "int32": (4, "i", 1), "int64": (8, "q", 1),
    "uint8": (1, "B", 1), "uint16": (2, "H", 1), "uint32": (4, "I", 1), "uint64": (8, "Q", 1),
    "float16": (2, "e", 1), "bfloat16": (2, "H", 1), "float32": (4, "f", 1), "float64": (8, "d", 1),
    "complex64": (8, "f", 2), "complex128": (16, "d", 2),
}


def dtype_of(element):
    """The name of a C++ type's dtype."""
    element = element.unqualified().strip_typedefs()
    bits = 8 * element.sizeof
    if element.code == gdb.TYPE_CODE_BOOL:
        return "bool"
    if element.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_CHAR):
        return ("int" if element.is_signed else "uint") + str(bits)
    if element.code == gdb.TYPE_CODE_FLT:
        return "float" + str(bits)
    if bits == 16:
        return "float16" if int(element.template_argument(0)) == 10 else "bfloat16"
    return "complex" + str(bits)


def numbers(value, count):
    """The first `count` of a std::array of integers."""
    elements = value["_M_elems"] if count else None
    return [int(elements[n]) for n in range(count)]


def shown(number):
    if isinstance(number, bool):
        return "true" if number else "false"
    if isinstance(number, float):
        return "%.8g" % number
    return str(number)


def elements_of(data, dtype, shape, strides):
    """The first elements in C order in nested braces, as gdb shows C's arrays."""
    item, letter, parts = DTYPES[dtype]
    limit = gdb.parameter("print elements")
    left = [limit if limit else 1 << 62]
    inferior = gdb.selected_inferior()

    def element(address):
        memory = inferior.read_memory(address, item).tobytes()
        read = struct.unpack("<%d%s" % (parts, letter), memory)
        if dtype == "bfloat16":  # the upper half of a float32
            read = struct.unpack("<f", bytes(2) + memory)
        left[0] -= 1
        return shown(read[0]) if parts == 1 else "%s + %si" % (shown(read[0]), shown(read[1]))

    def nested(axis, address):
        if axis == len(shape):
            return element(address)
        inner = []
        for n in range(shape[axis]):
            if left[0] <= 0:
                inner.append("...")
                break
            inner.append(nested(axis + 1, address + n * strides[axis] * item))
        return "{" + ", ".join(inner) + "}"

    return nested(0, data)


def description(dtype, shape, strides, data, space, has_shape=True):
    if not has_shape:
        return "%s array without a shape yet" % dtype
    extents = ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
    text = "%s array of shape (%s) on %s" % (dtype, extents, space)
    if space != "host":
        return "%s, at 0x%x of its memory" % (text, data)
    if 0 in shape:
        return text + ": {}"
    try:
        return text + ": " + elements_of(data, dtype, shape, strides)
    except gdb.MemoryError:
        return "%s, at 0x%x, which can't be read" % (text, data)


class array_printer:
    """acre::array<T, Rank, Space> and what derives from it."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        kind = self.value.type.strip_typedefs().unqualified()
        element, rank, space = (kind.template_argument(n) for n in range(3))
        rank = int(rank)
        name = space.strip_typedefs().name.split("::")[-1]
        return description(dtype_of(element), numbers(self.value["shape_"], rank),
                           numbers(self.value["stride_"], rank), int(self.value["data_"]), name,
                           rank == 0 or bool(self.value["has_shape_"]))


class read_only_printer:
    """acre::read_only_array."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return "read-only " + array_printer(self.value["a_"]).to_string()


class dynamic_array_printer:
    """acre::dynamic_array: dtype and rank are values."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        dtype = str(self.value["dtype_"]).split("::")[-1].replace("boolean", "bool")
        rank = int(self.value["rank_"])
        spaces = self.value["space_"]
        space = spaces.type.strip_typedefs().template_argument(int(spaces["_M_index"]))
        return description(dtype, numbers(self.value["shape_"], rank), numbers(self.value["stride_"], rank),
                           int(self.value["data_"]), space.strip_typedefs().name.split("::")[-1])


PRINTERS = (
    (re.compile(r"^acre::array<.*>$"), array_printer),
    (re.compile(r"^acre::read_only_array<.*>$"), read_only_printer),
    (re.compile(r"^acre::(dynamic_array|dynamic::array)$"), dynamic_array_printer),
)


class acre_printers(gdb.printing.PrettyPrinter):
    def __init__(self):
        super().__init__("acre", [])

    def __call__(self, value):
        kind = value.type
        if kind.code == gdb.TYPE_CODE_REF:
            value = value.referenced_value()
            kind = value.type
        name = kind.strip_typedefs().unqualified().tag
        for pattern, printer in PRINTERS:
            if name and pattern.match(name):
                return printer(value)
        return None


gdb.printing.register_pretty_printer(gdb.current_objfile(), acre_printers(), replace=True)
