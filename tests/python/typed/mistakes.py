"""What a type checker has to find; the comments name what it says."""
import acre

x = acre.zeros(3)
acre.sum([1, 2])  # arg-type
acre.zeros(3, dtyp='int8')  # call-arg
x.shpae  # attr-defined
acre.reshape(x, 'flat')  # arg-type
y: int = acre.argmax(x)  # assignment
acre.linalg.outer(x)  # call-arg
acre.searchsorted(x, x, side='middle')  # arg-type
