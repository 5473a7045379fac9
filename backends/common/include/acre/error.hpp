#pragma once

#include <stdexcept>
#include <string>

namespace acre {

/// Base of everything acre throws: `catch (acre::error const&)` sees them all.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An index that lies outside its axis, or an axis that the array does not have.
class index_error : public error {
 public:
  using error::error;
};

/// Shapes that do not fit together, or a shape that an operation cannot take.
class shape_error : public error {
 public:
  using error::error;
};

/// An argument's value (not its shape) that an operation cannot take.
class value_error : public error {
 public:
  using error::error;
};

/// Memory that could not be had; the message names size, shape and data type.
class out_of_memory : public error {
 public:
  using error::error;
};

/// A launch that the device refused; the message names the limit.
class launch_error : public error {
 public:
  using error::error;
};

/// A space that is not built or not present, or a failure of the vendor's runtime.
class backend_error : public error {
 public:
  using error::error;
};

}  // namespace acre
