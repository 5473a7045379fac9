#pragma once

namespace acre {

/// Treatment of values outside the bins; NaN is never counted.
///
///   dropped   counted nowhere
///   clamped   counted in the first or the last bin
///   counted   in two more places: what is below before the first bin, what is above behind the
///             last one
enum class outside { dropped, clamped, counted };

}  // namespace acre
