#pragma once

/// Lists of different lengths, and tables.
#include <acre/ragged/combinations.hpp>
#include <acre/ragged/print.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/reduce_along.hpp>
#include <acre/ragged/run_lengths.hpp>
#include <acre/ragged/select.hpp>
#include <acre/ragged/sort.hpp>
#include <acre/ragged/table.hpp>
#include <acre/ragged/table_groups.hpp>
