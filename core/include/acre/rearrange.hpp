#pragma once

/// Axes and elements in other places, or more than once.
#include <acre/rearrange/axis_order.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/diag.hpp>
#include <acre/rearrange/edit.hpp>
#include <acre/rearrange/meshgrid.hpp>
#include <acre/rearrange/pad.hpp>
#include <acre/rearrange/pad_ramp.hpp>
#include <acre/rearrange/pad_statistic.hpp>
#include <acre/rearrange/pad_width.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre/rearrange/reshape.hpp>
#include <acre/rearrange/rotate.hpp>
#include <acre/rearrange/sliding_window.hpp>
#include <acre/rearrange/split.hpp>
#include <acre/rearrange/stacks.hpp>
#include <acre/rearrange/triangle.hpp>
