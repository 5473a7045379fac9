#pragma once

/// Files: library target acre::io; checkpoints and .npz files acre::npz, HDF5 acre::hdf5, CSV
/// acre::csv, netCDF acre::netcdf. (Of dtypes known at run time: <acre/io/dynamic.hpp>.)
#include <acre/io/atomic_file.hpp>
#include <acre/io/checkpoint.hpp>
#include <acre/io/csv.hpp>
#include <acre/io/hdf5.hpp>
#include <acre/io/lists.hpp>
#include <acre/io/netcdf.hpp>
#include <acre/io/npy.hpp>
#include <acre/io/npy_file.hpp>
#include <acre/io/npz.hpp>
#include <acre/io/vti.hpp>
