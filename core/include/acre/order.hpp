#pragma once

/// Elements by their size: sorted, counted into bins.
#include <acre/order/histogram.hpp>
#include <acre/order/sort.hpp>
