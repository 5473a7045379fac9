#pragma once

/// Lists of different lengths.
#include <acre/ragged/combinations.hpp>
#include <acre/ragged/print.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>
#include <acre/ragged/sort.hpp>
