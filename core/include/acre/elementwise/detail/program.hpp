#pragma once

#include <acre/elementwise/detail/leaf_programs.hpp>
#include <acre/elementwise/detail/operation_programs.hpp>

/// The programs (see backends/common/program.hpp) that expressions are lowered to.
