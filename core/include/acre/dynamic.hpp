#pragma once

/// Arrays whose dtype, rank and space are known at run time only. A library of its own: link
/// acre::dynamic. (Libraries beside it: <acre/dynamic/fft.hpp>, Fourier transforms;
/// <acre/dynamic/solvers.hpp>, linear algebra; <acre/dynamic/jit.hpp>, kernels from text;
/// <acre/dynamic/fusion.hpp>, functions of elements as one of them.) Nothing here opens arrays of a
/// known dtype: where a file converts to them and back it includes <acre/array.hpp>, or what else it
/// does with them, and <acre/random/generator.hpp> for a generator.
#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/array.hpp>
#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/closeness.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/cuda_array.hpp>
#include <acre/dynamic/dlpack.hpp>
#include <acre/dynamic/dtype.hpp>
#include <acre/dynamic/edit.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/group_by.hpp>
#include <acre/dynamic/histogram.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/into.hpp>
#include <acre/dynamic/linalg.hpp>
#include <acre/dynamic/lists.hpp>
#include <acre/dynamic/numerical.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/pad.hpp>
#include <acre/dynamic/polynomial.hpp>
#include <acre/dynamic/print.hpp>
#include <acre/dynamic/products.hpp>
#include <acre/dynamic/quantile.hpp>
#include <acre/dynamic/queue.hpp>
#include <acre/dynamic/random.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/reduce_where.hpp>
#include <acre/dynamic/scan.hpp>
#include <acre/dynamic/scatter.hpp>
#include <acre/dynamic/sequences.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/dynamic/stacks.hpp>
#include <acre/dynamic/statistics.hpp>
