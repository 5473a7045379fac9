#include <acre/io/lists.hpp>

#include <algorithm>

namespace acre::io {
namespace {

/// Offsets first … first + count - 1 of a file, as int64.
std::vector<std::int64_t> offsets_of(detail::rows_of_file& file, std::int64_t first,
                                     std::int64_t count)
{
  npy_array const part = file.read(first, count);
  if (part.itemsize == 8) {
    auto const values = part.view<std::int64_t>();
    return {values.begin(), values.end()};
  }
  auto const values = part.view<std::int32_t>();
  return {values.begin(), values.end()};
}

[[noreturn]] void refuse(detail::rows_of_file const& file, std::string const& why)
{
  throw file_error(file.name() + ": " + why);
}

class npy_rows : public detail::rows_of_file {
 public:
  explicit npy_rows(std::filesystem::path const& path) : reader_(path) {}
  std::string name() const override { return reader_.path().string(); }
  npy_array const& layout() const override { return reader_.layout(); }
  npy_array read(std::int64_t first, std::int64_t count) override
  {
    return reader_.read(first, count);
  }

 private:
  npy_reader reader_;
};

std::vector<std::unique_ptr<detail::rows_of_file>> npy_files(
    std::vector<std::filesystem::path> const& paths)
{
  std::vector<std::unique_ptr<detail::rows_of_file>> files;
  for (auto const& path : paths) files.push_back(std::make_unique<npy_rows>(path));
  return files;
}

std::string counted(std::int64_t n, char const* what)
{
  return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s");
}

}  // namespace

lists_in_parts::lists_in_parts(std::filesystem::path const& offsets,
                               std::vector<std::filesystem::path> const& elements,
                               std::int64_t most_elements)
    : lists_in_parts(std::make_unique<npy_rows>(offsets), npy_files(elements), most_elements)
{}

lists_in_parts::lists_in_parts(std::unique_ptr<detail::rows_of_file> offsets,
                               std::vector<std::unique_ptr<detail::rows_of_file>> elements,
                               std::int64_t most_elements)
    : offset_file_(std::move(offsets)),
      files_(std::move(elements)),
      most_(std::clamp<std::int64_t>(most_elements, 1, std::int64_t{1} << 62))
{
  npy_array const& layout = offset_file_->layout();
  if (layout.kind != 'i' || layout.itemsize < 4 || layout.shape.size() != 1)
    refuse(*offset_file_, "offsets are int64 or int32 of one axis; these are " + layout.dtype() +
                              " of shape " + layout.shape_string());
  if (layout.shape[0] == 0)
    refuse(*offset_file_,
           "offsets need one entry more than there are lists, at least one; these have none");
  if (files_.empty()) refuse(*offset_file_, "there are no files of elements");
  for (auto const& file : files_) {
    if (file->layout().shape.size() != 1)
      refuse(*file, "elements have one axis; these are of shape " + file->layout().shape_string());
    if (file->rows() != files_.front()->rows())
      refuse(*file, counted(file->rows(), "element") + ", and " + files_.front()->name() + " has " +
                        std::to_string(files_.front()->rows()));
  }
  lists_ = layout.shape[0] - 1;
  elements_ = files_.front()->rows();
  std::int64_t const first = offsets_of(*offset_file_, 0, 1)[0],
                     last = offsets_of(*offset_file_, lists_, 1)[0];
  if (first < 0)
    refuse(*offset_file_,
           "offsets begin with " + std::to_string(first) + ", which is no position of the content");
  if (last > elements_)
    refuse(*offset_file_, "offsets end with " + std::to_string(last) + ", beyond the content of " +
                              counted(elements_, "element"));
}

npy_array lists_in_parts::elements_as(std::size_t file, char kind, std::size_t itemsize)
{
  detail::rows_of_file& from = *files_[file];
  npy_array const& layout = from.layout();
  if (layout.kind != kind || layout.itemsize != itemsize)
    throw dtype_error(from.name() + " is of dtype " + layout.dtype() + ", not " +
                      detail::npy_dtype(kind, itemsize));
  npy_array part = from.read(first_element_, offsets_.back());
  if (kind == 'b')
    for (std::byte& byte : part.data) byte = std::byte{byte != std::byte{0}};
  return part;
}

bool lists_in_parts::next()
{
  begin_ = end_;
  if (begin_ == lists_) return false;
  offsets_ = offsets_of(*offset_file_, begin_, std::min(most_, lists_ - begin_) + 1);
  for (std::size_t k = 1; k < offsets_.size(); ++k)
    if (offsets_[k] < offsets_[k - 1]) {
      std::string const at = std::to_string(begin_ + static_cast<std::int64_t>(k) - 1),
                        after = std::to_string(begin_ + static_cast<std::int64_t>(k));
      refuse(*offset_file_, "offsets decrease: offsets[" + at + "] is " +
                                std::to_string(offsets_[k - 1]) + " and offsets[" + after +
                                "] is " + std::to_string(offsets_[k]));
    }
  first_element_ = offsets_[0];
  // offsets that decrease further on may reach beyond the last one
  auto const end = std::upper_bound(offsets_.begin() + 1, offsets_.end(),
                                    std::max(first_element_ + most_, offsets_[1]));
  offsets_.erase(end, offsets_.end());
  if (offsets_.back() > elements_)
    refuse(*offset_file_, "offsets[" + std::to_string(begin_ + std::ssize(offsets_) - 1) + "] is " +
                              std::to_string(offsets_.back()) + ", beyond the content of " +
                              counted(elements_, "element"));
  for (std::int64_t& offset : offsets_) offset -= first_element_;
  end_ = begin_ + std::ssize(offsets_) - 1;
  return true;
}

}  // namespace acre::io
