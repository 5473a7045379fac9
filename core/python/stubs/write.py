"""Writes the stubs (.pyi) of the package acre, which editors and type checkers read: write.py FOLDER [--check]

The names, arguments and defaults are those of the package that is imported; what an argument of some name may be, and what a
function gives that gives no array, stands in known.py. With --check an argument of which they say nothing is an error.
"""
import importlib
import inspect
import pathlib
import pkgutil
import re
import sys
import types

from known import ARGUMENTS, ATTRIBUTES, OVERLOADS, RESULTS, SLOTS, TYPES

HEAD = '''import builtins
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType, TracebackType
from typing import Any, Literal, NamedTuple, SupportsFloat, SupportsIndex, Union, overload
'''
_UNSHOWN = {'__doc__', '__module__', '__new__', '__dict__', '__weakref__', '__firstlineno__', '__static_attributes__', '__annotations__',
            '__getattribute__', '__signature__', '__abstractmethods__', '__slots__', '__match_args__', '__orig_bases__', '__qualname__',
            '__type_params__', '__annotate_func__', '__annotations_cache__', '__getstate__', '__hash__'}
ALIASES = {of: name for name, of in TYPES.items() if of.isidentifier() and of != 'Any'}
unknown = []


def plain(text):
    """A type where the package has the name bool itself."""
    return re.sub(r'(?<![\w.])bool\b', 'builtins.bool', text).replace('\nbuiltins.bool: ', '\nbool: ')


def shown(default):
    simple = default is None or isinstance(default, (bool, int, float, str)) or default == ()
    ok = simple or isinstance(default, tuple) and all(isinstance(x, int) for x in default)
    return repr(default) if ok and repr(default) not in ('inf', 'nan') else '...'


def annotation(owner, name, parameter):
    if parameter.annotation is not parameter.empty:
        return parameter.annotation if isinstance(parameter.annotation, str) else inspect.formatannotation(parameter.annotation)
    for key in (f'{owner}.{name}.{parameter.name}', f'{name}.{parameter.name}', parameter.name):
        if key in ARGUMENTS:
            return ARGUMENTS[key]
    unknown.append(f'{owner + "." if owner else ""}{name}: {parameter.name}')
    return 'Any'


def result(owner, name, fallback='_Array'):
    return RESULTS.get(f'{owner}.{name}', RESULTS.get(name, fallback))


def of_function(name, function, owner=''):
    """def name(...) -> ...: ..."""
    if name in OVERLOADS and not owner:
        return OVERLOADS[name]
    parts, previous, signature = [], None, inspect.signature(function)
    for n, each in enumerate(signature.parameters.values()):
        if previous is each.POSITIONAL_ONLY and each.kind is not previous:
            parts.append('/')
        if each.kind is each.KEYWORD_ONLY and previous not in (each.VAR_POSITIONAL, each.KEYWORD_ONLY):
            parts.append('*')
        previous = each.kind
        star = {each.VAR_POSITIONAL: '*', each.VAR_KEYWORD: '**'}.get(each.kind, '')
        if owner and n == 0:  # a function that is a method has the array itself there
            parts.append(each.name)
            continue
        of = annotation(owner, name, each)
        if each.default is None and 'None' not in of and of not in ('Any', '_Indices', '_Axis', '_Axes'):
            of = f'Union[{of}, None]'
        parts.append(f'{star}{each.name}: {of}' + (f' = {shown(each.default)}' if each.default is not each.empty else ''))
    if previous is inspect.Parameter.POSITIONAL_ONLY:
        parts.append('/')
    gives = signature.return_annotation if isinstance(signature.return_annotation, str) else result(owner, name)
    return f'def {name}({", ".join(parts)}) -> {gives}: ...'


def of_nanobind(name, function, owner=''):
    """nanobind's own words of a function's signatures, with the tables' where it knows no type."""
    lines = []
    signatures = function.__nb_signature__
    for signature, _, defaults in signatures:
        text = re.sub(r'\\(\d+)', lambda m: shown(defaults[int(m[1])]), signature)
        text = re.sub(r'\bacre\.(?:_acre\.)?(\w+)', lambda m: ALIASES.get(m[1], m[1]), text)
        text = re.sub(r'(\*\*?\w+)(?=[,)])', r'\1: Any', text)
        head, _, gives = text.rpartition(' -> ')
        own = f'{owner}.{name}' if owner else name
        if own in RESULTS or name in RESULTS or gives == 'object':
            gives = result(owner, name, 'Any')
        if name in ('__eq__', '__ne__'):
            head = re.sub(r'arg: object[^,)]*', 'arg: object', head)
        lines.append(('@overload\n' if len(signatures) > 1 else '') + f'{head} -> {gives}: ...')
    return '\n'.join(lines)


def of_property(owner, name, value):
    getter = value.fget
    gives = result(owner, name, '')
    if not gives:
        signature = getattr(getter, '__nb_signature__', None)
        gives = signature[0][0].rpartition(' -> ')[2] if signature else '_Array'
        gives = 'Any' if gives == 'object' else gives
    text = f'@property\ndef {name}(self) -> {gives}: ...'
    return text if value.fset is None else f'{text}\n@{name}.setter\ndef {name}(self, value: Any, /) -> None: ...'


def of_value(name, value):
    """name: type"""
    kind = type(value)
    of = 'None' if value is None else ALIASES.get(kind.__name__, kind.__name__)
    return f'{name}: {of if kind.__module__ in ("builtins", "acre") else "Any"}'


def of_base(base, name):
    """A base class where the class of that name is declared."""
    if base.__module__ == 'builtins':
        return f'builtins.{base.__name__}'
    return f'_binding.{base.__name__}' if base.__name__ == name else base.__name__


def of_class(cls):
    name = cls.__name__
    lines = [f'{key}: {of}' for key, of in ATTRIBUTES.get(name, {}).items()]
    for key, value in cls.__dict__.items():
        if key in _UNSHOWN or key.startswith('_') and not key.startswith('__'):
            continue
        if isinstance(value, property):
            lines.append(of_property(name, key, value))
        elif isinstance(value, types.FunctionType):
            lines.append(of_function(key, value, name))
        elif isinstance(value, (staticmethod, classmethod)):
            lines.append(f'@{type(value).__name__}\n{of_function(key, value.__func__, name if isinstance(value, classmethod) else "")}')
        elif hasattr(value, '__nb_signature__'):
            lines.append(of_nanobind(key, value, name))
        elif key in SLOTS and not isinstance(value, str):
            arguments, gives = SLOTS[key]
            incompatible = '  # type: ignore[misc]' if key == '__ipow__' else ''  # to mypy, as pow() has three arguments and **= two
            lines.append(f'def {key}(self{", " if arguments else ""}{arguments}) -> {gives}: ...{incompatible}')
        elif not key.startswith('__'):
            lines.append(f'{key}: Any' if isinstance(value, types.MemberDescriptorType) else of_value(key, value))
    if cls.__dict__.get('__hash__', 0) is None or name == 'ndarray':
        lines.append('__hash__: None  # type: ignore[assignment]')
    bases = ', '.join(of_base(b, name) for b in cls.__bases__ if b is not object)
    body = '\n'.join('    ' + line for text in lines for line in text.split('\n')) or '    ...'
    return f'class {name}{f"({bases})" if bases else ""}:\n{body}'


def names_of(module):
    shown_ones = getattr(module, '__all__', None)
    return sorted(n for n in (shown_ones or dir(module)) if not n.startswith('_'))


def of_module(module, package, home):
    """A public module's stub; `home` says where an object is declared that several modules have."""
    lines = []
    extra = ['__array_namespace_info__'] if module is package else []
    for name in names_of(module) + extra:
        value = getattr(module, name)
        is_object = isinstance(value, (type, types.FunctionType)) or hasattr(value, '__nb_signature__')
        declared = home.setdefault(id(value), module.__name__) if is_object else module.__name__
        if isinstance(value, types.ModuleType):
            if value.__name__.startswith(package.__name__ + '.'):
                lines.append(f'from . import {name} as {name}')
        elif declared != module.__name__:
            lines.append(f'from .{declared.removeprefix(package.__name__).lstrip(".")} import {getattr(value, "__name__", name)} as {name}')
        elif isinstance(getattr(value, '__wrapped__', value), types.FunctionType):
            lines.append(of_function(name, value))
        elif isinstance(value, type):
            lines.append(of_class(value))
        elif hasattr(value, '__nb_signature__'):
            lines.append(of_nanobind(name, value))
        else:
            lines.append(of_value(name, value))
    if hasattr(module, '__all__'):
        lines.append(f'__all__ = {names_of(module)}')
    if module is package:
        lines += ['__version__: str', '__array_api_version__: str']
        lines += [f'{space}: _Device' for space in ('openmp', 'cuda', 'hip') if space not in names_of(module)]  # other builds have them
    types_from = f'from . import _acre as _binding\nfrom ._acre import {", ".join([*TYPES, *named_results(package)])}\n'
    return HEAD + types_from + '\n' + plain('\n'.join(lines)) + '\n'


def named_results(package):
    """The results that are named tuples, which no public module shows."""
    found = {}
    for module in list(sys.modules.values()):
        if getattr(module, '__name__', '').startswith(package.__name__ + '.'):
            for name, value in vars(module).items():
                if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, '_fields') and not name.startswith('_'):
                    found[f'_{name}'] = value
    return found


def of_binding(package, home):
    """_acre.pyi: the classes, and the names of types. What else is in it the package's Python calls alone."""
    lines = []
    for name in names_of(package._acre):
        value = getattr(package._acre, name)
        if isinstance(value, type):
            home[id(value)] = package._acre.__name__
            lines.append(of_class(value))
    for name, value in named_results(package).items():
        lines.append(f'class {name}(NamedTuple):\n' + '\n'.join(f'    {field}: _Array' for field in value._fields))
    aliases = '\n'.join(f'{name} = {of}' for name, of in TYPES.items())
    return HEAD + '\n' + plain(aliases) + '\n\n' + plain('\n'.join(lines)) + '\ndef __getattr__(name: str) -> Any: ...\n'


def stubs():
    """Each file's name and text."""
    package = importlib.import_module('acre')
    home = {id(value): 'acre.exceptions' for value in vars(package.exceptions).values() if isinstance(value, type)}
    for name in named_results(package):  # UniqueAllResult is that of unique_all(), SVDResult that of svd()
        words = re.sub(r'(?<=[a-z])(?=[A-Z])', '_', name[1:].removesuffix('Result')).lower()
        RESULTS.setdefault(words, name)
    made = {'_acre.pyi': of_binding(package, home), '__init__.pyi': of_module(package, package, home)}
    for found in pkgutil.iter_modules(package.__path__):
        if found.name.startswith('_'):
            continue
        module = getattr(package, found.name, None) or importlib.import_module(f'acre.{found.name}')
        made[f'{found.name}.pyi'] = of_module(module, package, home)
    return made


def main():
    folder = pathlib.Path(sys.argv[1])
    try:
        import acre  # noqa: F401
    except ImportError as error:  # a GPU's library that the machine of the build lacks, or another processor
        print(f'stubs: left out, as acre cannot be imported here: {error}')
        return 0
    made = stubs()
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        (folder / name).write_text(text)
    (folder / 'py.typed').touch()
    if '--check' in sys.argv and unknown:
        print('core/python/stubs/known.py has no types of these arguments:', *sorted(set(unknown)), sep='\n  ')
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
