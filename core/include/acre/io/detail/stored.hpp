#pragma once

#include <acre/array/copy.hpp>
#include <acre/io/detail/pieces.hpp>
#include <acre/io/npy.hpp>
#include <acre/io/npy_file.hpp>
#include <acre/random/generator.hpp>
#include <acre/random/xoroshiro.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// A program's variables as a file sees them: dtype, shape and bytes in C order.
namespace acre::io::detail {

class stored {
 public:
  virtual ~stored() = default;
  /// Kind, itemsize and shape; kind 'S' is text of itemsize bytes, or several. Keeps values to be
  /// saved: an expression without memory of its own is kept from here on.
  virtual npy_array layout() = 0;
  /// Its bytes, in one piece or several. Waits.
  virtual void save(take_bytes const& to) = 0;
  /// Whether it can become what a file holds; `text` are the bytes of kind 'S'. Throws dtype_error,
  /// shape_error and value_error beginning with `what`; memory is made here.
  virtual void prepare(npy_array const& layout, std::string_view text, std::string const& what) = 0;
  /// Becomes it, after prepare(). Waits.
  virtual void restore(give_bytes const& from) = 0;
};

/// Throw dtype_error and shape_error: run.npz: entry u is of dtype float32, not float64; run.npz:
/// entry u has shape (3,), not (4,)
void require_stored(npy_array const& found, npy_array const& wanted, std::string const& what);

/// Makes elements of dtype bool of what a file has: any byte that isn't 0 is true.
inline void make_bools(void* bytes, std::size_t size)
{
  for (auto* byte = static_cast<unsigned char*>(bytes); size > 0; ++byte, --size)
    *byte = *byte != 0;
}

/// An array to be saved, which entries of save_npz and save_hdf5 are: what restores one is not
/// compiled for them.
template <class Array>
class saved_array : public stored {
 public:
  explicit saved_array(Array a) : a_(std::move(a)) {}
  npy_array layout() override
  {
    using T = typename Array::value_type;
    return {npy_kind_of<T>(), sizeof(T), {a_.shape().begin(), a_.shape().end()}, {}};
  }
  void save(take_bytes const& to) override
  {
    auto const a = acre::detail::contiguous(a_);
    a.space().fence();
    empty_out(a, to);
  }
  void prepare(npy_array const&, std::string_view, std::string const&) override {}
  void restore(give_bytes const&) override {}

 private:
  Array a_;
};

template <class Array>
class stored_array : public stored {
  using T = typename Array::value_type;
  using space_type = typename Array::space_type;
  static constexpr int rank = Array::rank;

 public:
  explicit stored_array(Array& a) : named_(&a) {}
  explicit stored_array(Array&& a) : own_(std::move(a)), named_(&own_) {}

  npy_array layout() override
  {
    return {npy_kind_of<T>(), sizeof(T), {named_->shape().begin(), named_->shape().end()}, {}};
  }
  void save(take_bytes const& to) override
  {
    auto const a = acre::detail::contiguous(*named_);
    a.space().fence();
    empty_out(a, to);
  }
  void prepare(npy_array const& found, std::string_view, std::string const& what) override
  {
    npy_array wanted = layout();
    if (!named_->has_shape() && found.shape.size() == static_cast<std::size_t>(rank))
      wanted.shape = found.shape;
    require_stored(found, wanted, what);
    shape_t<rank> shape{};
    std::copy_n(wanted.shape.begin(), rank, shape.begin());
    bool const in_place = named_->has_shape() && named_->is_contiguous();
    if (!in_place) made_ = elements(named_->space(), shape);
  }
  void restore(give_bytes const& from) override
  {
    bool const in_place = named_->has_shape() && named_->is_contiguous();
    elements const to = in_place ? elements(*named_) : made_;
    detail::fill(to, [&](void* p, std::size_t size) {
      from(p, size);
      if constexpr (std::is_same_v<T, bool>) make_bools(p, size);
    });
    if (in_place) return;
    if (named_->has_shape())
      (*named_)(ellipsis) = made_;
    else if constexpr (!std::is_const_v<Array>)
      *named_ = made_;
    named_->space().fence();
    made_ = elements();
  }

 private:
  using elements = array<T, rank, space_type>;

  std::remove_const_t<Array> own_;
  Array* named_;
  elements made_;
};

template <class T>
class stored_number : public stored {
 public:
  explicit stored_number(T& value) : value_(value) {}
  npy_array layout() override
  {
    using number = acre::detail::canonical_t<T>;
    return {npy_kind_of<number>(), sizeof(T), {}, {}};
  }
  void save(take_bytes const& to) override { to(&value_, sizeof(T)); }
  void prepare(npy_array const& found, std::string_view, std::string const& what) override
  {
    require_stored(found, layout(), what);
  }
  void restore(give_bytes const& from) override
  {
    unsigned char bytes[sizeof(T)];
    from(bytes, sizeof(T));
    if constexpr (std::is_same_v<T, bool>)
      value_ = bytes[0] != 0;
    else
      std::memcpy(&value_, bytes, sizeof(T));
  }

 private:
  T& value_;
};

/// A text of its own, to be saved.
class own_text : public stored {
 public:
  explicit own_text(std::string text) : text_(std::move(text)) {}
  npy_array layout() override { return {'S', text_.size(), {}, {}}; }
  void save(take_bytes const& to) override { to(text_.data(), text_.size()); }
  void prepare(npy_array const&, std::string_view, std::string const&) override {}
  void restore(give_bytes const&) override {}

 private:
  std::string text_;
};

/// Texts of their own, to be saved: each filled up with zero bytes to the length of the longest.
class own_texts : public stored {
 public:
  /// Throws value_error for one that ends with a zero byte.
  explicit own_texts(std::vector<std::string> const& texts);
  npy_array layout() override { return {'S', size_, {count_}, {}}; }
  void save(take_bytes const& to) override { to(bytes_.data(), bytes_.size()); }
  void prepare(npy_array const&, std::string_view, std::string const&) override {}
  void restore(give_bytes const&) override {}

 private:
  std::size_t size_ = 1;
  std::int64_t count_;
  std::string bytes_;
};

/// Stored as text: made by `write` and taken back by `read`.
template <class T>
class stored_text : public stored {
 public:
  explicit stored_text(T& value) : value_(value) {}
  npy_array layout() override
  {
    text_ = written(value_);
    return {'S', text_.size(), {}, {}};
  }
  void save(take_bytes const& to) override { to(text_.data(), text_.size()); }
  void prepare(npy_array const& found, std::string_view text, std::string const& what) override
  {
    require_stored(found, {'S', found.itemsize, {}, {}}, what);
    try {
      T const value = read(text);
      restored_ = std::make_unique<T>(value);
    } catch (value_error const& e) {
      throw value_error(what + ": " + e.message());
    }
  }
  void restore(give_bytes const&) override { value_ = *restored_; }

 private:
  static std::string written(std::string const& s) { return s; }
  static std::string written(generator const& g) { return g.to_string(); }
  static std::string written(xoroshiro128p const& g)
  {
    return "xoroshiro128+ s0 " + std::to_string(g.s0()) + " s1 " + std::to_string(g.s1());
  }
  static T read(std::string_view text)
  {
    if constexpr (std::is_same_v<T, std::string>)
      return std::string(text);
    else if constexpr (std::is_same_v<T, generator>)
      return generator::parse(text);
    else
      return read_xoroshiro128p(text);
  }
  static xoroshiro128p read_xoroshiro128p(std::string_view text);

  T& value_;
  std::string text_;
  std::unique_ptr<T> restored_;
};

/// Throws value_error: cannot read 'mt19937 5'; expected 'xoroshiro128+ s0 A s1 B'
xoroshiro128p parse_xoroshiro128p(std::string_view text);

template <class T>
xoroshiro128p stored_text<T>::read_xoroshiro128p(std::string_view text)
{
  return parse_xoroshiro128p(text);
}

/// A part of a variable that a file holds as several arrays: what follows the variable's name, and
/// the array.
struct stored_part {
  std::string name;
  std::shared_ptr<stored> value;
};

/// Such a variable.
class stored_parts {
 public:
  virtual ~stored_parts() = default;
  /// Its present parts.
  virtual std::vector<stored_part> saved() = 0;
  /// Restored parts, kept aside.
  virtual std::vector<stored_part> restored() = 0;
  /// Puts restored parts together. Throws value_error and shape_error.
  virtual void assemble() = 0;
  /// Becomes what was put together.
  virtual void settle() = 0;
};

/// Storage for variables of a type that isn't named here: the class `saved`, made of one, and
/// `restored`, made of one that has a name (<acre/io/dynamic.hpp>); or `parts`, a stored_parts made
/// of one that has a name (<acre/io/lists.hpp>).
template <class T>
struct stored_as;
template <class T>
concept parted_variable = requires { typename stored_as<T>::parts; };
template <class T>
concept other_variable = requires { typename stored_as<T>::restored; };

template <class T>
inline constexpr bool is_array = false;
template <class T, int Rank, class Space>
inline constexpr bool is_array<array<T, Rank, Space>> = true;

template <class T>
std::shared_ptr<stored> store(T&& value)
{
  using V = std::remove_reference_t<T>;
  using bare = std::remove_const_t<V>;
  constexpr bool text = std::is_same_v<bare, std::string> || std::is_same_v<bare, generator> ||
                        std::is_same_v<bare, xoroshiro128p>;
  static_assert(
      is_array<bare> || element<bare> || text || other_variable<bare> || parted_variable<bare>,
      "acre: a checkpoint holds arrays, numbers, std::string, generator and "
      "xoroshiro128p; of an expression, evaluate(x)");
  static_assert(is_array<bare> || (!std::is_const_v<V> && std::is_lvalue_reference_v<T>),
                "acre: a checkpoint restores its variables: this one is const or has no name");
  if constexpr (is_array<bare>)
    return std::make_shared<stored_array<V>>(std::forward<T>(value));
  else if constexpr (text)
    return std::make_shared<stored_text<V>>(value);
  else if constexpr (element<bare>)
    return std::make_shared<stored_number<V>>(value);
  else if constexpr (other_variable<bare>)
    return std::make_shared<typename stored_as<bare>::restored>(value);
  else
    return {};
}

}  // namespace acre::io::detail
