#include <acre/math.hpp>

double answer(double x) { return acre::math::exp(x); }
