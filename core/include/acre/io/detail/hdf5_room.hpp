#pragma once

#include <acre/error.hpp>
#include <acre/io/detail/in_parts.hpp>
#include <acre/io/detail/stored.hpp>
#include <acre/io/entry.hpp>

#include <cstdint>
#include <string>
#include <vector>

/// HDF5 files whose datasets are written by others than the HDF5 library.
namespace acre::io::detail {

/// A variable that begin_hdf5() makes room for; whatever else would write it refuses.
class hdf5_room : public stored {
 public:
  explicit hdf5_room(npy_array layout) : layout_(std::move(layout)) {}
  npy_array layout() override { return layout_; }
  void save(take_bytes const&) override { refuse(); }
  void prepare(npy_array const&, std::string_view, std::string const&) override { refuse(); }
  void restore(give_bytes const&) override { refuse(); }

  std::uint64_t place = 0;  ///< where its elements are in the file, in C order

 protected:
  [[noreturn]] virtual void refuse() const = 0;

 private:
  npy_array layout_;
};

/// save_hdf5 to a file that is there, but for the elements of hdf5_rooms: where they are to be
/// written, `place` says. The file is the one that save_hdf5 writes, when they are.
void begin_hdf5(new_file const& file, std::vector<entry> const& entries);

}  // namespace acre::io::detail
