#pragma once

/// Arrays of several processes, with the bits of one: the library acre::distributed. The program
/// that runs under MPI includes <acre/distributed/mpi.hpp> as well, and links MPI; HDF5 files are
/// those of <acre/distributed/hdf5.hpp>, which links acre::hdf5.
#include <acre/distributed/array.hpp>
#include <acre/distributed/blocks.hpp>
#include <acre/distributed/elementwise.hpp>
#include <acre/distributed/halo.hpp>
#include <acre/distributed/inner.hpp>
#include <acre/distributed/move.hpp>
#include <acre/distributed/npy.hpp>
#include <acre/distributed/processes.hpp>
#include <acre/distributed/reduce.hpp>
