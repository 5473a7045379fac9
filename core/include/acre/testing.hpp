#pragma once

/// Results compared: between spaces, and in tests (<acre/testing/matchers.hpp>, needs GoogleMock).
#include <acre/testing/cross_check.hpp>
