"""Tables: columns with names, and groups of their rows.

    >>> t = acre.tables.Table({'run': acre.asarray([7, 7, 9]), 'pt': acre.asarray([40.0, 25.5, 31.0])})
    >>> t.group_by('run').sum()
    run    pt
      7  65.5
      9  31.0
"""

from . import _acre
from ._acre import ndarray
from ._integers import is_integer
from .exceptions import DTypeError, IndexError, ShapeError, ValueError

__all__ = ['Table', 'group_by']


class Table:
    """Columns of one length, each of its own dtype: t['pt'] is one, t[['run', 'pt']] a table of some, t[mask] one of some rows. Columns are
    shared, not copied."""

    __hash__ = None

    def __init__(self, columns=(), /, **named):
        self._columns = {}
        for name, column in {**dict(columns), **named}.items():
            self[name] = column

    @property
    def columns(self):
        """The names of the columns."""
        return list(self._columns)

    def __len__(self):
        """How many rows there are."""
        return next((x.shape[0] for x in self._columns.values()), 0)

    def __contains__(self, name):
        return name in self._columns

    def __getitem__(self, index):
        if isinstance(index, str):
            if index not in self._columns:
                raise IndexError(f"there is no column '{index}'; there are {', '.join(self._columns) or 'none'}")
            return self._columns[index]
        if isinstance(index, (list, tuple)) and index and all(isinstance(each, str) for each in index):
            return Table({name: self[name] for name in index})
        if is_integer(index):
            return {name: x[index].item() for name, x in self._columns.items()}
        return Table({name: x[index] for name, x in self._columns.items()})

    def __setitem__(self, name, column):
        if not isinstance(name, str):
            raise DTypeError(f"a column's name is a str, not {type(name).__name__}")
        if not isinstance(column, ndarray):
            device = next((x.device for x in self._columns.values()), None)
            if _acre.is_number(column) and self._columns:
                column = _acre.full((len(self),), column, None, device)
            else:
                column = _acre.asarray(column, None, device, None)
        others = [x for key, x in self._columns.items() if key != name]
        if column.ndim != 1:
            raise ShapeError(f"column '{name}' of shape {column.shape} has not one dimension")
        if others and column.shape != others[0].shape:
            raise ShapeError(f"column '{name}' has {column.shape[0]} elements, and the others have {others[0].shape[0]}")
        self._columns[name] = column

    def assign(self, **columns):
        """A table with further columns, or others in their place."""
        return Table({**self._columns, **columns})

    def sort(self, *by, descending=False):
        """The rows sorted by columns, by the first one first; stable: rows of the same values stay in their order, descending, too."""
        if not by:
            raise ValueError('sort takes the columns to sort by: t.sort("pt")')
        if not descending:
            return self[_acre.lexsort([self[name] for name in reversed(by)], -1)]
        # the last rows first, so that reversed they are in their order
        order = _acre.flip(_acre.lexsort([_acre.flip(self[name], None) for name in reversed(by)], -1), None)
        return self[len(self) - 1 - order]

    def group_by(self, *names):
        """Rows of the same values in some columns: t.group_by('run', 'lumi').mean() is a table of a row for each, ascending."""
        if len(names) == 1 and isinstance(names[0], (list, tuple)):
            names = tuple(names[0])
        return _Groups({name: self[name] for name in names}, {name: x for name, x in self._columns.items() if name not in names})

    def tolist(self):
        """A dict for each row. Waits."""
        rows = [x.tolist() for x in self._columns.values()]
        return [dict(zip(self._columns, row)) for row in zip(*rows)]

    def to_device(self, device, /):
        return Table({name: x.to_device(device) for name, x in self._columns.items()})

    def __acre_parts__(self):
        return self._columns.items()

    def __eq__(self, other):
        return NotImplemented

    def __repr__(self):
        n = len(self)
        shown = self if n <= 20 else None
        parts = []
        for name, x in self._columns.items():
            if shown is None:
                cells = [*_cells(x[:8]), '...', *_cells(x[-8:])]
            else:
                cells = _cells(x)
            wide = max(map(len, [name, *cells]))
            parts.append([name.rjust(wide), *(cell.rjust(wide) for cell in cells)])
        return '\n'.join('  '.join(row) for row in zip(*parts)) or 'Table()'


def _cells(x):
    """As an array shows its elements: of one width."""
    text = str(x).replace('\n', ' ').strip('[]').split()
    return [f'{each}0' if each.endswith('.') else each for each in text] if len(text) == x.shape[0] else [repr(each) for each in x.tolist()]


class _Groups:
    """Rows by their keys. Each reduction is a table of the keys and of what it gives of each column."""

    def __init__(self, keys, values):
        if not keys:
            raise ValueError('group_by takes a column of keys')
        self._keys, self._values = keys, values

    def _reduced(self, reduction, columns, ddof=0):
        values = self._values if not columns else {name: self._value(name) for name in columns}
        found, made = _acre.group_by(tuple(self._keys.values()), tuple(values.values()), reduction, ddof)
        return Table({**dict(zip(self._keys, found)), **dict(zip(values, made))})

    def _value(self, name):
        if name not in self._values:
            raise IndexError(f"there is no column '{name}' of values; there are {', '.join(self._values) or 'none'}")
        return self._values[name]

    def size(self):
        """How many rows each group has."""
        key = next(iter(self._keys.values()))
        found, made = _acre.group_by(tuple(self._keys.values()), (_acre.full(key.shape, 1, 'int64', key.device),), 'sum', 0)
        return Table({**dict(zip(self._keys, found)), 'size': made[0]})

    def var(self, *columns, ddof=0):
        return self._reduced('var', columns, ddof)

    def std(self, *columns, ddof=0):
        return self._reduced('std', columns, ddof)

    def agg(self, **what):
        """Several: agg(total=('pt', 'sum'), most=('pt', 'max'))."""
        keys, made = None, {}
        for name, (column, reduction) in what.items():
            if reduction not in _acre.group_reductions():
                raise ValueError(f"there is no reduction of groups '{reduction}'; there are {', '.join(_acre.group_reductions())}")
            found, values = _acre.group_by(tuple(self._keys.values()), (self._value(column),), reduction, 0)
            keys, made[name] = found, values[0]
        if keys is None:
            raise ValueError('agg: no reduction is named')
        return Table({**dict(zip(self._keys, keys)), **made})


def _method(name, doc):
    def method(self, *columns):
        return self._reduced(name, columns)
    method.__name__, method.__qualname__, method.__doc__ = name, f'_Groups.{name}', doc + ' in each group, of every column or of some.'
    setattr(_Groups, name, method)


for _name, _doc in (('sum', 'Sums'), ('prod', 'Products'), ('mean', 'Means'), ('min', 'The smallest values'), ('max', 'The largest values'),
                    ('any', 'Whether a value is not zero'), ('all', 'Whether no value is zero'), ('first', 'The first values'),
                    ('last', 'The last values'), ('count', 'How many values are no NaN'), ('nansum', 'Sums without NaN'),
                    ('nanmean', 'Means without NaN'), ('nanmin', 'The smallest values without NaN'),
                    ('nanmax', 'The largest values without NaN')):
    _method(_name, _doc)
del _name, _doc


class _ArrayGroups:
    """Groups of arrays: each reduction gives the keys and the values, arrays."""

    def __init__(self, keys):
        if not keys:
            raise ValueError('group_by takes a column of keys')
        self._keys = keys

    def __getattr__(self, name):
        if name not in _acre.group_reductions():
            raise AttributeError(f"there is no reduction of groups '{name}'; there are {', '.join(_acre.group_reductions())}")

        def reduced(*values, ddof=0):
            keys, made = _acre.group_by(self._keys, values, name, ddof)
            return (keys[0] if len(keys) == 1 else keys), (made[0] if len(made) == 1 else made)
        return reduced


def group_by(*keys):
    """Rows of arrays by one key or several: keys, sums = group_by(k).sum(x), ascending by the keys. The reductions are those of tables."""
    return _ArrayGroups(keys)
