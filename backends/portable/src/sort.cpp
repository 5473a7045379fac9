#include <acre/backends/generic/sort_instances.hpp>
#include <acre/backends/portable/space.hpp>

ACRE_GENERIC_SORTS(acre::backends::portable_backend)
