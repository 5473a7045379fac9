#pragma once

namespace acre {

/// Which elements convolve() and correlate() give of operands of n and m elements, n >= m, in
/// NumPy's words: all n + m - 1 for which they overlap; the n in the middle of these; the
/// n - m + 1 for which they overlap fully.
enum class convolve_mode { full, same, valid };

}  // namespace acre
