#pragma once

/// Everything but the types of others (the headers that <acre/array.hpp> names), the matchers for
/// tests (<acre/testing/matchers.hpp>), and what libraries beside acre::acre hold: files
/// (<acre/io.hpp>), Fourier transforms (<acre/fft.hpp>), solvers (<acre/linalg.hpp>), kernels from
/// text (<acre/jit.hpp>), charts (<acre/picture.hpp>) and arrays of dtypes known at run time
/// (<acre/dynamic.hpp>).
#include <acre/array.hpp>
#include <acre/device.hpp>
#include <acre/elementwise.hpp>
#include <acre/error.hpp>
#include <acre/index.hpp>
#include <acre/linalg/csr.hpp>
#include <acre/linalg/einsum.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/linalg/matvec.hpp>
#include <acre/linalg/norm.hpp>
#include <acre/linalg/products.hpp>
#include <acre/math.hpp>
#include <acre/order.hpp>
#include <acre/ragged.hpp>
#include <acre/random.hpp>
#include <acre/rearrange.hpp>
#include <acre/reduce.hpp>
#include <acre/testing.hpp>
#include <acre/version.hpp>
