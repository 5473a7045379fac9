#pragma once

#include <cstdint>
#include <memory>
#include <source_location>
#include <stdexcept>
#include <string>
#include <utility>

namespace acre {

/// Base of everything acre throws: `catch (acre::error const&)` sees them all.
class error : public std::runtime_error {
 public:
#ifdef ACRE_JIT_EXPORT  // a kernel from text is linked to nothing of acre: its errors have no line
  using std::runtime_error::runtime_error;
#else
  explicit error(std::string const& message);
  explicit error(char const* message);

  /// The message and, in a program that has line tables (-g1 or -g), the operation that the program
  /// called and the line of the call: "... (in acre::sort; called at main.cpp:12)". The first call
  /// in a process reads the line tables; an error whose text nobody reads costs a walk over the
  /// stack.
  char const* what() const noexcept override;
#endif

  /// The message alone: a text to compare or to build another error's of.
  char const* message() const noexcept { return std::runtime_error::what(); }

 protected:
  struct names_its_caller {};
  error(std::string const& message, names_its_caller) : std::runtime_error(message) {}

 private:
  std::shared_ptr<void> trace_;  // null if the message names its caller
};

/// Place of a bad index in an index array. `position` counts the index array's elements in C order;
/// `label` is the array's (array::labelled), or empty.
struct index_details {
  std::string operation, label;
  std::int64_t position = -1, index = 0;
  int axis = -1;
  std::int64_t size = 0;
  std::source_location where;
};

/// An index that lies outside its axis, or an axis that the array does not have.
class index_error : public error {
 public:
  using error::error;
  index_error(std::string const& message, index_details details)
      : error(message, names_its_caller()), details_(std::move(details))
  {}

  /// Details of an index array's error; position is -1 for errors found without one.
  index_details const& details() const { return details_; }

 private:
  index_details details_;
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

/// A dtype that an operation cannot take, where it is known at run time only.
class dtype_error : public error {
 public:
  using error::error;
};

/// A matrix that an operation of linear algebra cannot take or finish, NumPy's LinAlgError: one
/// that is singular, not square or not positive definite, a decomposition that does not converge.
class linalg_error : public error {
 public:
  using error::error;
};

/// A file that cannot be read or written; the message names it and the reason.
class file_error : public error {
 public:
  using error::error;
};

/// Memory that could not be had; the message names size, shape and data type. report() says what
/// holds the memory of the device, by label and largest first (memory_of(space).report()); it is
/// empty of what no memory could hold.
class out_of_memory : public error {
 public:
  using error::error;
  out_of_memory(std::string const& message, std::string report)
      : error(message), report_(std::move(report))
  {}
  std::string const& report() const { return report_; }

 private:
  std::string report_;
};

/// A launch that the device refused; the message names the limit.
class launch_error : public error {
 public:
  using error::error;
};

/// A kernel's text that does not compile (jit). The message names the kernel and ends with the
/// compiler's log, whose lines are those of the text; log() is the log alone.
class compile_error : public error {
 public:
  compile_error(std::string const& message, std::string log) : error(message), log_(std::move(log))
  {}
  std::string const& log() const { return log_; }

 private:
  std::string log_;
};

/// A space that is not built or not present, or a failure of the vendor's runtime.
class backend_error : public error {
 public:
  using error::error;
};

}  // namespace acre
