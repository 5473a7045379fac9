"""What help() shows of functions that are made in a loop."""


def named(function, name, doc, module='acre'):
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    function.__doc__ = doc
    return function
