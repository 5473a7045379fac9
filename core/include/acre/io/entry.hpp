#pragma once

#include <acre/array/creation.hpp>
#include <acre/io/detail/stored.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace acre::io {

/// What save_npz and save_hdf5 write: a name, and an array, an expression, a dynamic_array
/// (<acre/io/dynamic.hpp>), a number or, where the format has it, a text. An array is kept, an
/// expression evaluated.
class entry {
 public:
  template <class T>
    requires(expression<T> || scalar<T> || std::is_convertible_v<T const&, std::string> ||
             detail::other_variable<T>)
  entry(std::string name, T const& value) : name_(std::move(name))
  {
    auto const save = [this](auto a) {
      value_ = std::make_shared<detail::saved_array<decltype(a)>>(std::move(a));
    };
    if constexpr (expression<T>)
      save(evaluate(value));
    else if constexpr (scalar<T>)
      save(full(serial(), shape(), value));
    else if constexpr (detail::other_variable<T>)
      value_ = std::make_shared<typename detail::stored_as<T>::saved>(value);
    else
      value_ = std::make_shared<detail::own_text>(std::string(value));
  }

  std::string const& name() const { return name_; }
  detail::stored& value() const { return *value_; }

 private:
  std::string name_;
  std::shared_ptr<detail::stored> value_;
};

}  // namespace acre::io
