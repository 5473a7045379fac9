#pragma once

/// Arrays: made, seen through slices, copied, printed. (Kokkos' Views, spans, mdspans and DLPack:
/// <acre/array/kokkos.hpp>, <acre/array/span.hpp>, <acre/array/mdspan.hpp>,
/// <acre/array/dlpack.hpp>, whose tensors alone are in <acre/array/dlpack_tensor.hpp>.)
#include <acre/array/array.hpp>
#include <acre/array/axes.hpp>
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/array/dtype.hpp>
#include <acre/array/mirror.hpp>
#include <acre/array/pinned.hpp>
#include <acre/array/print.hpp>
#include <acre/array/read_only.hpp>
#include <acre/array/sequences.hpp>
#include <acre/array/shape.hpp>
#include <acre/array/slice.hpp>
#include <acre/array/windows.hpp>
