#pragma once

/// Arrays of several processes, with the bits of one: the library acre::distributed. The program
/// that runs under MPI includes <acre/distributed/mpi.hpp> as well, and links MPI; one of several
/// GPUs <acre/distributed/nccl.hpp>, and links nccl; one that has HDF5 files
/// <acre/distributed/hdf5.hpp>, and links acre::hdf5.
#include <acre/distributed/array.hpp>
#include <acre/distributed/blocks.hpp>
#include <acre/distributed/closeness.hpp>
#include <acre/distributed/compress.hpp>
#include <acre/distributed/elementwise.hpp>
#include <acre/distributed/from_local.hpp>
#include <acre/distributed/group_by.hpp>
#include <acre/distributed/halo.hpp>
#include <acre/distributed/histogram.hpp>
#include <acre/distributed/inner.hpp>
#include <acre/distributed/mask.hpp>
#include <acre/distributed/matmul.hpp>
#include <acre/distributed/move.hpp>
#include <acre/distributed/nan.hpp>
#include <acre/distributed/npy.hpp>
#include <acre/distributed/print.hpp>
#include <acre/distributed/processes.hpp>
#include <acre/distributed/products.hpp>
#include <acre/distributed/quantile.hpp>
#include <acre/distributed/rearrange.hpp>
#include <acre/distributed/reduce.hpp>
#include <acre/distributed/scan.hpp>
#include <acre/distributed/scatter.hpp>
#include <acre/distributed/searchsorted.hpp>
#include <acre/distributed/sort.hpp>
#include <acre/distributed/take.hpp>
#include <acre/distributed/topk.hpp>
#include <acre/distributed/unique.hpp>
