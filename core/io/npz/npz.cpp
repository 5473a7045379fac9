#include <acre/io/atomic_file.hpp>
#include <acre/io/npz.hpp>

#include <set>

#include "names.hpp"
#include "npy_member.hpp"
#include "zip.hpp"

namespace acre::io {

struct npz_reader::file {
  explicit file(std::filesystem::path const& path) : zip(path) {}

  detail::zip_member const& member(std::string_view name) const
  {
    if (auto const* const m = zip.find(std::string(name) + ".npy")) return *m;
    std::string names;
    for (auto const& m : zip.members())
      if (m.name.ends_with(".npy"))
        names += (names.empty() ? "" : ", ") + detail::entry_name(m.name);
    zip.file().fail("it has no array " + std::string(name) +
                    (names.empty() ? ", and no other" : "; there are: " + names));
  }
  detail::zip_reader zip;
};

npz_reader::npz_reader(std::filesystem::path const& path) : file_(std::make_unique<file>(path)) {}
npz_reader::npz_reader(npz_reader&&) noexcept = default;
npz_reader& npz_reader::operator=(npz_reader&&) noexcept = default;
npz_reader::~npz_reader() = default;

std::vector<std::string> npz_reader::names() const
{
  std::vector<std::string> names;
  for (auto const& m : file_->zip.members())
    if (m.name.ends_with(".npy")) names.push_back(detail::entry_name(m.name));
  return names;
}

std::filesystem::path const& npz_reader::path() const { return file_->zip.file().path(); }

bool npz_reader::contains(std::string_view name) const
{
  return file_->zip.find(std::string(name) + ".npy") != nullptr;
}

npy_array npz_reader::layout(std::string_view name) const
{
  detail::npy_member in(file_->zip, file_->member(name));
  return read_npy_start(in).array;
}

npy_array npz_reader::read(std::string_view name) const
{
  detail::npy_member in(file_->zip, file_->member(name));
  auto const start = read_npy_start(in);
  npy_array a = read_npy_rest(in, start);
  in.finish();
  return a;
}

std::string npz_reader::where(std::string_view name) const
{
  return path().string() + ": " + file_->member(name).name;
}

std::unique_ptr<detail::npy_contents> npz_reader::open(std::string_view name, dtype type,
                                                       int rank) const
{
  auto const& member = file_->member(name);
  return std::make_unique<detail::npy_contents>(
      std::make_unique<detail::npy_member>(file_->zip, member), where(name), type.kind,
      type.itemsize, rank);
}

void save_npz(std::filesystem::path const& path, std::vector<entry> const& given, npz_format format)
{
  auto const entries = entry::in_file(given);
  std::set<std::string_view> names;
  for (entry const& e : entries) {
    detail::require_entry_name("save_npz", e.name());
    if (!names.insert(e.name()).second)
      throw value_error("save_npz: there are two arrays " + e.name());
    if (e.value().layout().kind == 'S') throw value_error("save_npz: " + e.name() + " is a text");
  }
  write_file_atomically(path, [&](std::FILE* file) {
    detail::zip_writer zip(file, path);
    for (entry const& e : entries)
      detail::write_npy_member(zip, e.name(), e.value().layout(), format.compressed,
                               [&](auto const& to) { e.value().save(to); });
    zip.finish();
  });
}

}  // namespace acre::io
