#pragma once

#include <acre/array/creation.hpp>
#include <acre/io/detail/stored.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace acre::io {

/// An entry of save_npz, save_hdf5 and save_netcdf: a name, and an array, an expression, a
/// dynamic_array (<acre/io/dynamic.hpp>), a number or, where the format has it, a text or a
/// std::vector<std::string> of texts. An array is kept, an expression evaluated. Throws value_error
/// for a text of several that ends with a zero byte, which no file keeps.
class entry {
 public:
  template <class T>
    requires(expression<T> || scalar<T> || std::is_convertible_v<T const&, std::string> ||
             detail::other_variable<T> || detail::parted_variable<T> ||
             std::is_same_v<T, std::vector<std::string>>)
  entry(std::string name, T const& value) : name_(std::move(name))
  {
    if constexpr (expression<T>)
      take(evaluate(value));
    else if constexpr (scalar<T>)
      take(full(serial(), shape(), value));
    else if constexpr (detail::other_variable<T> || detail::parted_variable<T>)
      take(value);
    else if constexpr (std::is_same_v<T, std::vector<std::string>>)
      value_ = std::make_shared<detail::own_texts>(value);
    else
      value_ = std::make_shared<detail::own_text>(std::string(value));
  }
  explicit entry(std::string name, std::shared_ptr<detail::stored> value)
      : name_(std::move(name)), value_(std::move(value))
  {}

  /// The entries that these are in a file: of lists and tables several.
  static std::vector<entry> in_file(std::vector<entry> const& entries)
  {
    std::vector<entry> all;
    for (entry const& e : entries) {
      if (e.parts_.empty()) all.push_back(e);
      for (auto const& part : e.parts_) all.emplace_back(e.name_ + part.name, part.value);
    }
    return all;
  }

  std::string const& name() const { return name_; }
  detail::stored& value() const { return *value_; }

 private:
  template <class T>
  void take(T own)
  {
    if constexpr (detail::parted_variable<T>)
      parts_ = typename detail::stored_as<T>::parts(own).saved();
    else if constexpr (detail::other_variable<T>)
      value_ = std::make_shared<typename detail::stored_as<T>::saved>(std::move(own));
    else
      value_ = std::make_shared<detail::saved_array<T>>(std::move(own));
  }

  std::string name_;
  std::shared_ptr<detail::stored> value_;
  std::vector<detail::stored_part> parts_;
};

}  // namespace acre::io
