#pragma once

/// Elements in other places, or more than once.
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/rearrange.hpp>
