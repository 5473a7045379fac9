#pragma once

/// Elements by their size: sorted, searched, grouped, taken as sets, counted into bins.
#include <acre/order/bincount.hpp>
#include <acre/order/digitize.hpp>
#include <acre/order/group_by.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/histogram_rules.hpp>
#include <acre/order/histogramdd.hpp>
#include <acre/order/interp.hpp>
#include <acre/order/lexsort.hpp>
#include <acre/order/merge.hpp>
#include <acre/order/outside.hpp>
#include <acre/order/partition.hpp>
#include <acre/order/quantile.hpp>
#include <acre/order/run_lengths.hpp>
#include <acre/order/search_side.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/sets.hpp>
#include <acre/order/sort.hpp>
#include <acre/order/sort_by_key.hpp>
#include <acre/order/topk.hpp>
#include <acre/order/unique.hpp>
#include <acre/order/unique_along.hpp>
#include <acre/order/weighted_quantile.hpp>
