#pragma once

/// Misuses of <acre/rearrange/stacks.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// vstack({row, matrix}), whose parts a tuple takes.
inline array<double> vstack(detail::mixed_parts) { return {}; }
inline array<double> hstack(detail::mixed_parts) { return {}; }
inline array<double> dstack(detail::mixed_parts) { return {}; }
inline array<double> column_stack(detail::mixed_parts) { return {}; }

}  // namespace acre
