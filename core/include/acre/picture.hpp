#pragma once

/// Charts as PNG files; the library acre::picture.
#include <acre/picture/benchmark.hpp>
#include <acre/picture/canvas.hpp>
#include <acre/picture/color.hpp>
#include <acre/picture/log_chart.hpp>
#include <acre/picture/png.hpp>
