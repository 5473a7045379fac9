"""Functions of elements as one kernel: CuPy's fuse."""

import functools
import types
from _thread import allocate_lock

from . import _acre
from ._acre import Ragged, ndarray
from ._out import require_same_kind
from .exceptions import DTypeError

__all__ = ['fuse']

_WHY = 'Under acre.fuse a function is traced with arrays that have dtypes, and no values or shapes. '


class TracedArray:
    """What stands for an array while a function under fuse() is traced. It has a dtype, operators, and functions of elements."""

    __slots__ = ('_fusion', '_value')
    __acre_traced__ = _WHY + 'It calls functions of elements: what works on whole arrays (orders, indices, products of matrices) is called before or after it'
    __hash__ = None

    def __init__(self, fusion, value):
        self._fusion, self._value = fusion, value

    @property
    def dtype(self):
        return self._value.dtype

    @property
    def real(self):
        return self._made('unary', 'real', self)

    @property
    def imag(self):
        return self._made('unary', 'imag', self)

    def _made(self, what, *arguments):
        """Writes a function down."""
        return TracedArray(self._fusion, getattr(self._fusion, what)(*map(_as_value, arguments)))

    def _written(self, value):
        self._value = value
        return self

    def _write_into(self, out):
        if not isinstance(out, TracedArray):
            raise DTypeError(_WHY + f'out= is one of its arguments, not {type(out).__name__}')
        require_same_kind(self.dtype, out.dtype)
        return out._written(self._fusion.assigned(out._value, self._value))

    def astype(self, dtype, *, copy=True):
        return self._made('astype', self, dtype)

    def copy(self):
        return self._made('assigned', self, self)

    def full_like(self, number, dtype=None, device=None, shape=None):
        if device is not None or shape is not None:
            raise DTypeError(_WHY + 'What is made like one has its shape and device: shape= and device= stand before or after it')
        return self._made('full_like', self, number, dtype or self.dtype)

    def conj(self):
        return self._made('unary', 'conjugate', self)

    def round(self, decimals=0):
        return self._made('round', self, decimals)

    def fill(self, value):
        self[...] = value

    def __array_namespace__(self, *, api_version=None):
        import acre
        return acre

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **named):
        import acre
        function = getattr(acre, ufunc.__name__, None)
        if method != '__call__' or function is None or named or out is not None:
            return NotImplemented
        return function(*inputs)

    def __setitem__(self, index, value):
        if index is not Ellipsis and index != slice(None):
            raise DTypeError(_WHY + 'x[...] = y writes all of one: acre.where(condition, y, x) chooses elements')
        self._value = self._fusion.assigned(self._value, _as_value(value))

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        raise AttributeError(_WHY + f"'{name}' is none of what they have")

    def __bool__(self):
        raise DTypeError(_WHY + 'What follows `if`, `while`, `and`, `or` and `not` would need their values: '
                         'acre.where(condition, a, b) chooses by element; & | ~ are logical')


def _as_value(x):
    if isinstance(x, TracedArray):
        return x._value
    return [_as_value(each) for each in x] if isinstance(x, (list, tuple)) else x


def _is_operand(x):
    return isinstance(x, TracedArray) or _acre.is_number(x) or _acre.is_numpy_scalar(x)


def _refused(name, instead):
    def method(self, *arguments):
        raise DTypeError(_WHY + instead)
    method.__name__ = name
    return method


for _name, _instead in (('__float__', 'float(x) and the functions of math take one number: acre has them of elements'),
                        ('__int__', 'int(x) takes one number: x.astype(acre.int64) is of elements'),
                        ('__index__', 'No value can be an index'), ('__complex__', 'complex(x) takes one number'),
                        ('__len__', 'They have no length yet'), ('__iter__', 'They have no elements yet, over which a loop would go'),
                        ('__getitem__', 'They have no elements yet: indices stand before or after it'),
                        ('__matmul__', 'A product of matrices stands before or after it'), ('__rmatmul__', 'A product of matrices stands before or after it'),
                        ('__array__', 'NumPy would want their values')):
    setattr(TracedArray, _name, _refused(_name, _instead))
del _name, _instead


def _operators():
    def binary(name):
        def operator(self, other):
            return self._made('binary', name, self, other) if _is_operand(other) else _other(other)

        def reflected(self, other):
            return self._made('binary', name, other, self) if _is_operand(other) else _other(other)

        def in_place(self, other):
            return self._written(self._fusion.binary_into(name, self._value, self._value, _as_value(other)))
        return operator, reflected, in_place

    def unary(name):
        return lambda self: self._made('unary', name, self)

    for short, name in (('add', 'add'), ('sub', 'subtract'), ('mul', 'multiply'), ('truediv', 'true_divide'), ('floordiv', 'floor_divide'),
                        ('mod', 'remainder'), ('pow', 'power'), ('and', 'bitwise_and'), ('or', 'bitwise_or'), ('xor', 'bitwise_xor'),
                        ('lshift', 'left_shift'), ('rshift', 'right_shift')):
        made = binary(name)
        for prefix, method in zip(('', 'r', 'i'), made):
            setattr(TracedArray, f'__{prefix}{short}__', method)
    for short, name in (('lt', 'less'), ('le', 'less_equal'), ('gt', 'greater'), ('ge', 'greater_equal'), ('eq', 'equal'),
                        ('ne', 'not_equal')):
        setattr(TracedArray, f'__{short}__', binary(name)[0])
    for short, name in (('neg', 'negative'), ('abs', 'absolute'), ('invert', 'invert')):
        setattr(TracedArray, f'__{short}__', unary(name))
    TracedArray.__pos__ = lambda self: _recorded('positive', (self,))
    TracedArray.__divmod__ = lambda self, other: (self // other, self % other)


def _other(x):
    if isinstance(x, ndarray):
        raise DTypeError(_WHY + 'An array from outside of it is no operand: pass it as an argument, too')
    return NotImplemented


_operators()


class TracedReduction:
    """A sum or the like of values of a fused function, as they are when it is called: what the function may return, and do nothing else
    with."""

    __slots__ = ('of', 'call')
    __acre_traced__ = _WHY + 'What a reduction gives is returned: it ends the kernel'

    def __init__(self, of, call):
        self.of, self.call = of, call

    def _refuse(self, *arguments):
        raise DTypeError(self.__acre_traced__)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = __neg__ = __lt__ = _refuse
    __gt__ = __le__ = __ge__ = __bool__ = __float__ = __int__ = __getitem__ = __len__ = __iter__ = __floordiv__ = __mod__ = _refuse
    __array_ufunc__ = None


def _first_of(arguments, kind):
    for each in arguments:
        if isinstance(each, kind):
            return each
        if isinstance(each, (list, tuple)):
            found = _first_of(each, kind)
            if found is not None:
                return found
    return None


# functions of elements, of which arrays are not the only operands
ELEMENTWISE = {name: getattr(_acre, name) for name in ('unary', 'binary', 'where', 'clip', 'round', 'isclose', 'nan_to_num', 'select', 'astype',
                                                       'copy', 'positive')}
_REDUCTIONS = frozenset('sum prod max min mean any all count_nonzero nansum nanprod nanmax nanmin nanmean'.split())


def _of_others(what, arguments):
    """What a function of _acre makes of arguments some of which are no arrays: written down where one is traced, and of the elements of
    lists. Else NotImplemented: its error goes on."""
    if what == 'reduce':
        name, x, axis, keepdims, dtype, ddof = arguments
        if name not in _REDUCTIONS or ddof:
            return NotImplemented
        if isinstance(x, Ragged):
            return x._reduced(name, axis, keepdims, dtype)
        return TracedReduction(x._value, (name, axis, keepdims, dtype)) if isinstance(x, TracedArray) else NotImplemented
    if not what.endswith('_into'):
        return _recorded(what, arguments)
    name, out, *of = arguments
    made = _recorded(what.removesuffix('_into'), (name, *of))
    return NotImplemented if made is NotImplemented or isinstance(made, Ragged) else made._write_into(out)


def _recorded(what, arguments):
    of = _first_of(arguments, TracedArray)
    if of is None:
        lists = _first_of(arguments, Ragged)
        return NotImplemented if lists is None else lists._recorded(what, *arguments)
    for each in arguments:
        if isinstance(each, ndarray):
            _other(each)
        if isinstance(each, TracedReduction):
            each._refuse()
    if what == 'positive' and of.dtype == 'bool':
        raise DTypeError("ufunc 'positive' did not contain a loop with signature matching types bool")
    return of.copy() if what in ('positive', 'copy') else of._made(what, *arguments)


_acre.set_others(_of_others)


class _Plan:
    """What one trace came to: the kernel, and how the function's result is made of its results."""

    def __init__(self, function, arguments, named, name):
        self.fusion = fusion = _acre.fusion()
        self.name = name
        inputs = []

        def traced(x):
            if not isinstance(x, ndarray):
                return x
            inputs.append(TracedArray(fusion, fusion.input(x.dtype)))
            return inputs[-1]
        traced_arguments = [traced(x) for x in arguments]
        traced_named = {key: traced(x) for key, x in named.items()}
        given = [(each, each._value) for each in inputs]
        returned = function(*traced_arguments, **traced_named)

        self.results = []
        written = [number for number, (each, value) in enumerate(given) if each._value is not value]
        self.writes = written
        self.returned = self._template(returned, inputs)
        self.targets = [None] * len(self.results) + written
        self.results += [inputs[number]._value for number in written]
        self.kernel = fusion.finish(self.results, name) if self.results else None

    def _result(self, value):
        for number, each in enumerate(self.results):
            if each is value:
                return number
        self.results.append(value)
        return len(self.results) - 1

    def _template(self, x, inputs):
        """A function of the results and the arrays that were given, which makes what the function returns."""
        if isinstance(x, TracedArray):
            for number, each in enumerate(inputs):
                if x is each:
                    return lambda made, given: given[number]
            at = self._result(x._value)
            return lambda made, given: made[at]
        if isinstance(x, TracedReduction):
            name, axis, keepdims, dtype = x.call
            if dtype is not None or self.writes:  # of a dtype that is named, or of what is there before it is written
                at = self._result(x.of)
                return lambda made, given: _acre.reduce(name, made[at], axis, keepdims, dtype, 0)
            kernel = self.fusion.finish_reduction(name, x.of, self.name)
            return lambda made, given: kernel(given, axis, keepdims)
        if isinstance(x, (tuple, list)):
            parts, kind = [self._template(each, inputs) for each in x], type(x)
            if hasattr(kind, '_fields'):  # a named tuple
                return lambda made, given: kind(*(part(made, given) for part in parts))
            return lambda made, given: kind(part(made, given) for part in parts)
        if x is None or _acre.is_number(x):
            return lambda made, given: x
        raise DTypeError(f'a function under acre.fuse returns arrays, numbers, None, or tuples and lists of them, not {type(x).__name__}')

    def is_written_elsewhere(self, given):
        """Whether what is written lies in another argument's memory: there a call after the other sees it, and one kernel does not."""
        for number in self.writes:
            written = given[number]
            for at, each in enumerate(given):
                if at != number and _acre.shares_memory(written, each):
                    return True
        return False

    def __call__(self, given):
        made = ()
        if self.kernel is not None:
            made = self.kernel(given, [None if n is None else given[n] for n in self.targets] if self.writes else ())
        return self.returned(made, given)


class _NotKept(Exception):
    """What was found may be another one at the next call without being another object: the trace is for this call alone."""


_VALUES = (int, bool, str, bytes, type(None))
_BY_IDENTITY = (types.FunctionType, types.BuiltinFunctionType, types.ModuleType, type)


def _key(x):
    """What a trace depends on: of an array the dtype, of a number its bits."""
    kind = type(x)
    return x.dtype.name if kind is ndarray or isinstance(x, ndarray) else _value_key(x, kind)


def _value_key(x, kind):
    if kind in _VALUES:
        return (kind, x)
    if kind is float:
        return x.hex()
    if kind is complex:
        return (x.real.hex(), x.imag.hex())
    if kind is tuple or kind is list:
        return (kind, *[_value_key(each, type(each)) for each in x])
    if kind is _acre.dtype or kind is type and x in (bool, int, float, complex):
        return (kind, str(x))
    if _acre.is_numpy_scalar(x):
        return (kind, x.tobytes())
    raise _NotKept


def _outside_key(x):
    """Of what a function takes from outside: functions, modules and classes are what they are."""
    kind = type(x)
    return x if kind in _BY_IDENTITY or kind is Fused or kind.__name__ == 'ufunc' else _value_key(x, kind)


def _globals_of(code):
    """The names that a function, and those that are written in it, look up outside of it."""
    import dis  # many modules: an import of acre does not wait for them
    found = {each.argval for each in dis.get_instructions(code) if each.opname in ('LOAD_GLOBAL', 'LOAD_NAME')}
    return found.union(*(_globals_of(each) for each in code.co_consts if isinstance(each, types.CodeType)))


class Fused:
    """A function under fuse()."""

    _MOST = 256  # traces that are kept

    def __init__(self, function, kernel_name=None):
        functools.update_wrapper(self, function)
        name = kernel_name or getattr(function, '__name__', 'fused')
        self.kernel_name = name if name.isidentifier() and name.isascii() else 'fused'
        self._function = function
        self._plans, self._lock = {}, allocate_lock()
        # what it takes from outside, looked up at each call: a trace with something else is another one
        code = getattr(function, '__code__', None)
        scope = getattr(function, '__globals__', {})
        self._names = sorted(_globals_of(code)) if code else ()
        self._scope = scope
        self._cells = getattr(function, '__closure__', None) or ()
        defaults = getattr(function, '__defaults__', None) or getattr(function, '__kwdefaults__', None)
        self._takes_more = bool(self._names or self._cells or defaults)

    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    def _outside(self):
        scope = self._scope
        found = [_outside_key(scope[each]) if each in scope else None for each in self._names]  # None: a builtin
        for cell in self._cells:
            try:
                found.append(_outside_key(cell.cell_contents))
            except ValueError:  # not assigned yet
                found.append(None)
        found += map(_outside_key, getattr(self._function, '__defaults__', None) or ())
        found += map(_outside_key, (getattr(self._function, '__kwdefaults__', None) or {}).values())
        return tuple(found)

    def _plan(self, everything, arguments, named):
        try:
            key = tuple(map(_key, everything))
            if named:
                key += tuple(named)
            if self._takes_more:
                key += self._outside()
        except _NotKept:
            return _Plan(self._function, arguments, named, self.kernel_name)
        plan = self._plans.get(key)
        if plan is None:
            plan = _Plan(self._function, arguments, named, self.kernel_name)
            with self._lock:  # another thread may write them, too
                if len(self._plans) >= self._MOST:
                    self._plans.pop(next(iter(self._plans)))
                self._plans[key] = plan
        return plan

    def __call__(self, *arguments, **named):
        everything = (*arguments, *named.values()) if named else arguments
        given = [x for x in everything if isinstance(x, ndarray)]
        if len(given) < len(everything):
            lists = _first_of(everything, Ragged)
            if lists is not None:
                return lists._through(self, arguments, named)
        if not given:  # numbers alone, or in another function that is traced
            return self._function(*arguments, **named)
        plan = self._plan(everything, arguments, named)
        if plan.writes and plan.is_written_elsewhere(given):
            return self._function(*arguments, **named)
        return plan(given)

    def clear_cache(self):
        """Forgets the traces; kernels stay compiled."""
        with self._lock:
            self._plans.clear()

    def __repr__(self):
        return f'<acre.fuse of {self.__qualname__}>' if hasattr(self, '__qualname__') else '<acre.fuse>'


def fuse(function=None, *, kernel_name=None):
    """A function of arrays as one kernel: `@acre.fuse`, or `@acre.fuse(kernel_name='name')`.

        @acre.fuse
        def gelu(x):
            return 0.5 * x * (1 + acre.erf(x / math.sqrt(2)))

    The function is run once for arrays of some dtypes, to see what it computes; what it computes then is compiled to one kernel that writes
    no intermediate result, with the bits of the calls one after another. It uses operators and acre's functions of elements (where, clip,
    round, astype … among them), and may end with reductions (sum, prod, max, min, mean, any, all): they are of what the kernel wrote.
    Arrays broadcast; several results are a tuple; `x += 1` and `x[...] = y` write an argument (with the calls one after another where
    another argument lies in the same memory). Arguments that are no arrays are as they are in the function, and another number, there or
    in a variable from outside, is another trace, but not another kernel; traces are kept for numbers, texts, dtypes, None, and tuples and
    lists of them, while any other object, whose attributes may change, has the function traced at each call. What functions and modules
    that it uses have inside is read at the trace: clear_cache() forgets it. `if` on values, shapes, indices and other functions of whole
    arrays are a DTypeError (AttributeError of attributes) that says so.
    """
    if function is None:
        return lambda given: Fused(given, kernel_name)
    return Fused(function, kernel_name)
