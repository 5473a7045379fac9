#pragma once

namespace acre::detail {

/// The address of a function template's instance, which is compiled where it is named.
using compiled = void (*)();

}  // namespace acre::detail
