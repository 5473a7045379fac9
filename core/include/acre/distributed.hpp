#pragma once

/// Arrays of several processes, with the bits of one: the library acre::distributed. The program
/// that runs under MPI includes <acre/distributed/mpi.hpp> as well, and links MPI.
#include <acre/distributed/array.hpp>
#include <acre/distributed/blocks.hpp>
#include <acre/distributed/elementwise.hpp>
#include <acre/distributed/halo.hpp>
#include <acre/distributed/histogram.hpp>
#include <acre/distributed/move.hpp>
#include <acre/distributed/processes.hpp>
#include <acre/distributed/reduce.hpp>
#include <acre/distributed/scan.hpp>
