#pragma once

/// Elements by their size: sorted, counted into bins.
#include <acre/order/group_by.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/sort.hpp>
