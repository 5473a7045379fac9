#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/io/detail/part.hpp>
#include <acre/io/entry.hpp>
#include <acre/io/npy.hpp>
#include <acre/io/npy_file.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// Files and arrays whose dtype and rank are known at run time: load_npy, load_npz, load_hdf5 and
/// the readers' load() with a dynamic_space and without a dtype give what the file holds, HDF5's
/// and netCDF's by slices too; save_npy, entries of save_npz, save_hdf5 and save_netcdf and of what
/// adds to these files, and a checkpoint's take dynamic arrays as they take arrays. Links
/// acre::dynamic beside the format's library.
namespace acre::io {

namespace detail {

inline dtype dtype_in_file(npy_array const& found, std::string const& what)
{
  auto const type = dtype_named(found.dtype());
  if (!type)
    throw dtype_error(what + " is of dtype " + found.dtype() + ", which acre does not have");
  return *type;
}

}  // namespace detail

/// An array that a reader has read, on a space. Waits. Throws dtype_error naming `what` for text,
/// which acre has no arrays of; shape_error for more than 8 axes; out_of_memory.
inline dynamic_array to_dynamic(dynamic_space const& space, npy_array const& from,
                                std::string const& what)
{
  return dynamic::from_host(space, detail::dtype_in_file(from, what), from.data, from.shape);
}

namespace detail {

/// The elements that slices select from an array of this layout: read(selection, memory) reads it
/// in C order.
template <class Read>
dynamic_array load_dynamic_part(dynamic_space const& space, npy_array layout,
                                selected const& wanted, std::string const& what, Read const& read)
{
  dtype_in_file(layout, what);  // before anything is read
  layout.shape = wanted.part.count;
  allocate(layout);
  read(wanted.part, layout.data.data());
  dynamic_array const a = to_dynamic(space, layout, what);
  std::vector<std::int64_t> strides(a.strides().begin(), a.strides().end());
  std::int64_t first = 0;
  for (std::size_t axis = 0; axis < strides.size(); ++axis) {
    if (wanted.turned[axis].step != -1) continue;
    first += (layout.shape[axis] - 1) * strides[axis];
    strides[axis] = -strides[axis];
  }
  if (first == 0 || a.size() == 0) return a;
  auto const in_order = dynamic::copy(a.view(first, layout.shape, strides));
  dynamic::fence(in_order);
  return in_order;
}

}  // namespace detail

/// The array of a file on a space. Waits for the copy.
/// Throws  file_error naming the file, as read_npy; shape_error for more than 8 axes;
///         out_of_memory.
inline dynamic_array load_npy(dynamic_space const& space, std::filesystem::path const& path)
{
  return to_dynamic(space, read_npy(path), path.string());
}

namespace detail {

inline npy_array layout_of(dynamic_array const& a)
{
  using acre::detail::kind;
  kind const k = kind_of(a.dtype());
  bool const is_unsigned = std::string_view(name(a.dtype())).starts_with('u');
  char const letter = a.dtype() == dtype::bfloat16 ? 'V'
                      : k == kind::boolean         ? 'b'
                      : k == kind::floating        ? 'f'
                      : k == kind::complex         ? 'c'
                      : is_unsigned                ? 'u'
                                                   : 'i';
  return {letter,
          static_cast<std::size_t>(item_size(a.dtype())),
          {a.shape().begin(), a.shape().end()},
          {}};
}

/// f(the bytes of a contiguous array, as an array of its space).
template <class F>
void with_bytes(dynamic_array const& a, F const& f)
{
  std::visit(
      [&]<class Space>(Space const& space) {
        f(array<std::uint8_t, 1, Space>(space, a.owner(), static_cast<std::uint8_t*>(a.data()),
                                        acre::shape(a.size() * item_size(a.dtype())),
                                        acre::shape(1)));
      },
      a.space());
}

inline void save_elements(dynamic_array const& a, take_bytes const& to)
{
  with_bytes(dynamic::contiguous(a), [&](auto const& bytes) {
    bytes.space().fence();
    empty_out(bytes, to);
  });
}

/// A dynamic array to be saved.
class saved_dynamic : public stored {
 public:
  explicit saved_dynamic(dynamic_array a) : a_(std::move(a)) {}
  npy_array layout() override { return layout_of(a_); }
  void save(take_bytes const& to) override { save_elements(a_, to); }
  void prepare(npy_array const&, std::string_view, std::string const&) override {}
  void restore(give_bytes const&) override {}

 private:
  dynamic_array a_;
};

/// A dynamic array of a checkpoint. One that was made without anything, dynamic_array(), becomes
/// what the file holds, dtype and shape.
class stored_dynamic : public stored {
 public:
  explicit stored_dynamic(dynamic_array& a) : a_(a) {}
  npy_array layout() override { return layout_of(a_); }
  void save(take_bytes const& to) override { save_elements(a_, to); }
  void prepare(npy_array const& found, std::string_view, std::string const& what) override
  {
    if (!is_new()) require_stored(found, layout(), what);
    dtype const type = dtype_in_file(found, what);
    made_ = in_place() ? a_ : dynamic::empty(a_.space(), type, found.shape);
  }
  void restore(give_bytes const& from) override
  {
    with_bytes(made_, [&](auto const& bytes) {
      detail::fill(bytes, [&](void* p, std::size_t size) {
        from(p, size);
        if (made_.dtype() == dtype::boolean) make_bools(p, size);
      });
    });
    if (is_new())
      a_ = made_;
    else if (!in_place())
      dynamic::assign(a_, made_);
    dynamic::fence(a_);
    made_ = dynamic_array();
  }

 private:
  bool is_new() const { return a_.first() == nullptr && a_.rank() == 0; }
  bool in_place() const
  {
    return !is_new() && acre::detail::is_contiguous({a_.shape(), a_.strides()});
  }

  dynamic_array& a_;
  dynamic_array made_;
};

template <>
struct stored_as<dynamic_array> {
  using saved = saved_dynamic;
  using restored = stored_dynamic;
};

}  // namespace detail

/// Writes an array as save_npy of <acre/io/npy.hpp> does.
inline void save_npy(std::filesystem::path const& path, dynamic_array const& a)
{
  detail::write_npy_pieces(path, detail::layout_of(a),
                           [&](detail::take_bytes const& to) { detail::save_elements(a, to); });
}

}  // namespace acre::io
