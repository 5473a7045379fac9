#pragma once

/// Elements by number or by truth: index arrays, masks, six modes for what is out of bounds.
#include <acre/index/advanced.hpp>
#include <acre/index/along_axis.hpp>
#include <acre/index/argwhere.hpp>
#include <acre/index/choose.hpp>
#include <acre/index/compress.hpp>
#include <acre/index/index_mode.hpp>
#include <acre/index/nonzero.hpp>
#include <acre/index/put.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/index/select.hpp>
#include <acre/index/take.hpp>
#include <acre/index/triangle_indices.hpp>
#include <acre/index/unravel_index.hpp>
