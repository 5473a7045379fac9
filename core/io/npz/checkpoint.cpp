#include <acre/io/atomic_file.hpp>
#include <acre/io/checkpoint.hpp>

#include <charconv>
#include <set>

#include "../npy_source.hpp"
#include "names.hpp"
#include "npy_member.hpp"
#include "zip.hpp"

namespace acre::io {
namespace {

namespace fs = std::filesystem;

constexpr int format_version = 1;
constexpr char const* format_name = "acre_checkpoint";

std::string format_text() { return "version " + std::to_string(format_version); }

/// The bytes of an entry of kind 'S' behind its start.
std::string text_of(detail::npy_member& in, npy_array const& layout)
{
  std::string text(layout.itemsize, '\0');
  in.read(text.data(), text.size(), "the text");
  return text;
}

/// Throws file_error where the file is no checkpoint that this acre can read.
void require_checkpoint(detail::zip_reader const& zip)
{
  auto const& members = zip.members();
  if (members.empty() || members.front().name != std::string(format_name) + ".npy")
    zip.file().fail("not a checkpoint (it doesn't begin with an entry " + std::string(format_name) +
                    ")");
  detail::npy_member in(zip, members.front());
  auto const start = read_npy_start(in, detail::npy_text::taken);
  if (start.array.kind != 'S' || start.array.itemsize > 1000)
    zip.file().fail("not a checkpoint (" + std::string(format_name) + " is no text)");
  std::string const text = text_of(in, start.array);
  in.finish();
  int version = 0;
  std::string_view number = text;
  constexpr std::string_view word = "version ";
  if (number.starts_with(word)) number.remove_prefix(word.size());
  auto const [end, error] = std::from_chars(number.data(), number.data() + number.size(), version);
  if (error != std::errc() || end != number.data() + number.size() || version < 1 ||
      text != word.data() + std::to_string(version))
    zip.file().fail("not a checkpoint (" + std::string(format_name) + " says " + text + ")");
  if (version > format_version)
    zip.file().fail("it is a checkpoint of version " + std::to_string(version) +
                    ", which a newer acre wrote; this one reads version " +
                    std::to_string(format_version));
}

std::string names_of(detail::zip_reader const& zip)
{
  std::string names;
  for (auto const& m : zip.members())
    if (&m != &zip.members().front())
      names += (names.empty() ? "" : ", ") + detail::entry_name(m.name);
  return names.empty() ? "none" : names;
}

}  // namespace

checkpoint::checkpoint(std::initializer_list<entry> entries)
    : checkpoint(std::vector<entry>(entries))
{}

checkpoint::checkpoint(std::vector<entry> entries) : entries_(std::move(entries))
{
  std::set<std::string> names{format_name};
  for (entry const& e : entries_) {
    detail::require_entry_name("checkpoint", e.name_);
    if (!names.insert(e.name_).second)
      throw value_error(e.name_ == format_name
                            ? "checkpoint: the entry " + e.name_ + " is the format's own"
                            : "checkpoint: there are two entries " + e.name_);
  }
}

void checkpoint::save(fs::path const& path) const
{
  write_file_atomically(path,
                        [&](std::FILE* file) {
                          detail::zip_writer zip(file, path);
                          std::string const version = format_text();
                          write_npy_member(
                              zip, format_name, {'S', version.size(), {}, {}}, false,
                              [&](auto const& to) { to(version.data(), version.size()); });
                          for (entry const& e : entries_)
                            write_npy_member(zip, e.name_, e.value_->layout(), false,
                                             [&](auto const& to) { e.value_->save(to); });
                          zip.finish();
                        },
                        {.on_disk = true});
}

void checkpoint::restore(fs::path const& path) const
{
  detail::zip_reader const zip(path);
  require_checkpoint(zip);
  zip.require_as_written();
  for (auto const& m : zip.members()) detail::zip_content(zip, m).finish();
  std::vector<detail::zip_member const*> found;
  for (entry const& e : entries_) {
    found.push_back(zip.find(e.name_ + ".npy"));
    if (found.back() == nullptr)
      zip.file().fail("it has no entry " + e.name_ + "; there are: " + names_of(zip));
    detail::npy_member in(zip, *found.back());
    auto const start = read_npy_start(in, detail::npy_text::taken);
    if (start.swapped || start.fortran_order || start.bytes != in.left())
      zip.file().fail("entry " + e.name_ + " is not as a checkpoint has it");
    bool const text = start.array.kind == 'S';
    e.value_->prepare(start.array, text ? text_of(in, start.array) : std::string(),
                      path.string() + ": entry " + e.name_);
  }
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    detail::npy_member in(zip, *found[k]);
    read_npy_start(in, detail::npy_text::taken);
    entries_[k].value_->restore([&](void* to, std::size_t size) { in.read(to, size, "it"); });
  }
}

}  // namespace acre::io
