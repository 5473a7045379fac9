#pragma once

#include <acre/array/copy.hpp>
#include <acre/io/detail/stored.hpp>
#include <acre/random/generator.hpp>
#include <acre/random/xoroshiro.hpp>

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// A program's state in a file, to go on from there (library target acre::npz).
namespace acre::io {

/// The state of a program: variables and their names, saved to a file and restored from it.
///
/// ```cpp
/// #include <acre/io/checkpoint.hpp>
/// auto u = linspace(0.0, 1.0, 1000);
/// std::int64_t step = 0;
/// generator g(42);
/// io::checkpoint const state{{"u", u}, {"step", step}, {"rng", g}};
/// for (; step < 10; ++step) u += g.normal(u.shape()) * 0.01;
/// state.save("run.npz");
/// for (; step < 20; ++step) u += g.normal(u.shape()) * 0.01;
/// auto const went_on = copy(u);
/// state.restore("run.npz");  // here, or in another run of the program
/// std::cout << "step " << step << ", " << g.to_string() << '\n';
/// for (; step < 20; ++step) u += g.normal(u.shape()) * 0.01;
/// std::cout << (array_equal(u, went_on) ? "the same bits" : "other bits") << '\n';
/// ```
/// ```text
/// step 10, philox4x32-10 seed 42 stream 0 draw 10
/// the same bits
/// ```
///
/// A variable is an array of any dtype, rank, strides and space, a number (integer, floating point,
/// complex, bool), a std::string, a generator or an xoroshiro128p; with <acre/io/dynamic.hpp> a
/// dynamic_array; with <acre/io/lists.hpp> a ragged or a table, whose entries are NAME/offsets and
/// NAME/content, and NAME/COLUMN. The object refers to variables,
/// which have to live as long as it does, and sees what they are when save() is called: of an array
/// what its name stands for then. A slice (u(slice(0, 10))) is an array without a name, its
/// elements are saved and restored.
///
/// The file is NumPy's .npz (np.load(file)["u"]), members not packed, in the order of the entries,
/// behind one named acre_checkpoint with the format's version; texts and generators are NumPy's
/// bytes ("philox4x32-10 seed 42 stream 0 draw 3"). A state gives the same bytes on every space,
/// and a checkpoint of one space is restored on another with the same bits. Each entry has a
/// CRC-32; a bit flipped anywhere in the file is found.
class checkpoint {
 public:
  /// One variable. Names are unique, UTF-8 without control characters.
  class entry {
   public:
    template <class T>
    entry(std::string name, T&& value)
        : name_(std::move(name)), value_(detail::store(std::forward<T>(value)))
    {
      if constexpr (detail::parted_variable<std::remove_cvref_t<T>>)
        parts_ = std::make_shared<typename detail::stored_as<std::remove_cvref_t<T>>::parts>(value);
    }

   private:
    friend class checkpoint;
    std::string name_;
    std::shared_ptr<detail::stored> value_;
    std::shared_ptr<detail::stored_parts> parts_;  ///< in its place
  };

  /// Throws value_error: checkpoint: there are two entries u; checkpoint: an entry has no name.
  checkpoint(std::initializer_list<entry> entries);
  explicit checkpoint(std::vector<entry> entries);

  /// Writes the file: when this returns it is on the disk, and before that `path` holds what it
  /// held (write_file_atomically). Waits for the arrays' spaces, and throws index errors that are
  /// pending there; of a GPU's arrays 32 MiB are on the host at a time. Throws file_error naming
  /// the file.
  void save(std::filesystem::path const& path) const;

  /// Gives all variables what the file says: elements are written where the arrays have them; an
  /// array that has no shape yet becomes one of the file's, and so do a dynamic_array() and, of any
  /// number of rows, lists and tables. Entries of the file that have no
  /// variable here are left alone. Everything is read and compared first: where this throws, no
  /// variable has changed. Waits.
  /// Throws  file_error naming file and entry where it can't be read, is no checkpoint, is one of a
  ///         newer acre or written anew by another program (np.savez), is truncated or damaged, or
  ///         has no such entry; dtype_error and shape_error naming both where it has another dtype
  ///         or shape; out_of_memory
  void restore(std::filesystem::path const& path) const;

 private:
  static std::vector<detail::stored_part> parts_of(
      entry const& e, std::vector<detail::stored_part> (detail::stored_parts::*which)());

  std::vector<entry> entries_;
};

}  // namespace acre::io
