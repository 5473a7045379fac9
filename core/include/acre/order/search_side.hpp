#pragma once

namespace acre {

/// On which side of its equals a value belongs.
enum class search_side { left, right };

}  // namespace acre
