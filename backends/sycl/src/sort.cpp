#include <acre/backends/generic/sort_instances.hpp>
#include <acre/backends/sycl/space.hpp>

ACRE_GENERIC_SORTS(acre::backends::sycl_backend)
