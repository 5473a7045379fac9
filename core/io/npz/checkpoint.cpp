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
    for (auto const& part : parts_of(e, &detail::stored_parts::restored))
      if (!names.insert(part.name).second)
        throw value_error(part.name == format_name
                              ? "checkpoint: the entry " + part.name + " is the format's own"
                              : "checkpoint: there are two entries " + part.name);
  }
}

std::vector<detail::stored_part> checkpoint::parts_of(
    entry const& e, std::vector<detail::stored_part> (detail::stored_parts::*which)())
{
  if (!e.parts_) return {{e.name_, e.value_}};
  auto parts = (*e.parts_.*which)();
  for (auto& part : parts) part.name = e.name_ + part.name;
  return parts;
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
                            for (auto const& part : parts_of(e, &detail::stored_parts::saved))
                              write_npy_member(zip, part.name, part.value->layout(), false,
                                               [&](auto const& to) { part.value->save(to); });
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
  struct found_part {
    detail::stored_part part;
    bool aside = false;
    detail::zip_member const* member = nullptr;
  };
  std::vector<found_part> found;
  for (entry const& e : entries_)
    for (auto& part : parts_of(e, &detail::stored_parts::restored))
      found.push_back({std::move(part), e.parts_ != nullptr});
  for (auto& [part, aside, member] : found) {
    member = zip.find(part.name + ".npy");
    if (member == nullptr)
      zip.file().fail("it has no entry " + part.name + "; there are: " + names_of(zip));
    detail::npy_member in(zip, *member);
    auto const start = read_npy_start(in, detail::npy_text::taken);
    if (start.swapped || start.fortran_order || start.bytes != in.left())
      zip.file().fail("entry " + part.name + " is not as a checkpoint has it");
    bool const text = start.array.kind == 'S';
    part.value->prepare(start.array, text ? text_of(in, start.array) : std::string(),
                        path.string() + ": entry " + part.name);
  }
  auto const restore_those = [&](bool which) {
    for (auto const& [part, aside, member] : found) {
      if (aside != which) continue;
      detail::npy_member in(zip, *member);
      read_npy_start(in, detail::npy_text::taken);
      part.value->restore([&](void* to, std::size_t size) { in.read(to, size, "it"); });
    }
  };
  // first what may still be refused
  restore_those(true);
  for (entry const& e : entries_) try {
      if (e.parts_) e.parts_->assemble();
    } catch (error const& why) {
      zip.file().fail("entry " + e.name_ + ": " + why.message());
    }
  restore_those(false);
  for (entry const& e : entries_)
    if (e.parts_) e.parts_->settle();
}

}  // namespace acre::io
