#include "zip.hpp"

#include <acre/error.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>

#include <zlib.h>

namespace acre::io::detail {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t beyond_32 = 0xffffffff;  // stands for "see the zip64 record"
constexpr std::uint64_t alignment = 64;
constexpr std::uint32_t header_mark = 0x04034b50, entry_mark = 0x02014b50, end_mark = 0x06054b50,
                        end_64_mark = 0x06064b50, end_64_locator_mark = 0x07064b50;
constexpr std::uint16_t sizes_64 = 0x0001, padding = 0xd935;  // extra fields; Android's for padding
constexpr std::uint64_t header_size = 30, entry_size = 46, end_size = 22, end_64_size = 56,
                        end_64_locator_size = 20;
// zlib counts in 32 bits
constexpr std::uint64_t most_at_once = std::uint64_t{1} << 30;

/// Little-endian numbers one after another.
class record {
 public:
  record& u16(std::uint64_t value) { return number(value, 2); }
  record& u32(std::uint64_t value) { return number(value, 4); }
  record& u64(std::uint64_t value) { return number(value, 8); }
  record& text(std::string_view s)
  {
    bytes.append(s);
    return *this;
  }
  std::string bytes;

 private:
  record& number(std::uint64_t value, int size)
  {
    for (int k = 0; k < size; ++k) bytes += static_cast<char>(value >> (8 * k) & 0xff);
    return *this;
  }
};

std::uint64_t number_at(std::string_view bytes, std::uint64_t at, int size)
{
  std::uint64_t value = 0;
  for (int k = size; k-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::uint64_t>(k)]);
  return value;
}
std::uint16_t u16_at(std::string_view bytes, std::uint64_t at)
{
  return static_cast<std::uint16_t>(number_at(bytes, at, 2));
}
std::uint32_t u32_at(std::string_view bytes, std::uint64_t at)
{
  return static_cast<std::uint32_t>(number_at(bytes, at, 4));
}
std::uint64_t u64_at(std::string_view bytes, std::uint64_t at) { return number_at(bytes, at, 8); }

std::uint32_t checksum_of(std::uint32_t before, void const* bytes, std::uint64_t size)
{
  auto p = static_cast<Bytef const*>(bytes);
  for (std::uint64_t left = size; left > 0;) {
    auto const n = static_cast<uInt>(std::min(left, most_at_once));
    before = static_cast<std::uint32_t>(::crc32(before, p, n));
    p += n;
    left -= n;
  }
  return before;
}

std::string hexadecimal(std::uint32_t value)
{
  char text[9];
  std::snprintf(text, sizeof text, "%08x", value);
  return text;
}

/// Whether the header holds sizes in 64 bits: of what is deflated a size that its header has room
/// for has to be known before.
bool header_has_64(zip_member const& m)
{
  return m.size >= (m.deflated ? std::uint64_t{0xf0000000} : beyond_32);
}

// APPNOTE 4.3.7
std::string header_of(zip_member const& m)
{
  bool const large = header_has_64(m);
  record extra;
  if (large) extra.u16(sizes_64).u16(16).u64(m.size).u64(m.packed);
  std::uint64_t const before = m.header + header_size + m.name.size() + extra.bytes.size() + 6;
  std::uint64_t const gap = (alignment - before % alignment) % alignment;
  extra.u16(padding).u16(2 + gap).u16(alignment).text(std::string(gap, '\0'));
  return record()
      .u32(header_mark)
      .u16(large ? 45 : 20)
      .u16(0x0800)  // names are UTF-8
      .u16(m.deflated ? Z_DEFLATED : 0)
      .u16(0)
      .u16(0x0021)  // the first day of 1980
      .u32(m.checksum)
      .u32(large ? beyond_32 : m.packed)
      .u32(large ? beyond_32 : m.size)
      .u16(m.name.size())
      .u16(extra.bytes.size())
      .text(m.name)
      .text(extra.bytes)
      .bytes;
}

// APPNOTE 4.3.12
std::string entry_of(zip_member const& m)
{
  record extra;
  bool const large = header_has_64(m), far = m.header >= beyond_32;
  if (large || far) {
    extra.u16(sizes_64).u16((large ? 16u : 0u) + (far ? 8u : 0u));
    if (large) extra.u64(m.size).u64(m.packed);
    if (far) extra.u64(m.header);
  }
  return record()
      .u32(entry_mark)
      .u16(large || far ? 45 : 20)
      .u16(large || far ? 45 : 20)
      .u16(0x0800)
      .u16(m.deflated ? Z_DEFLATED : 0)
      .u16(0)
      .u16(0x0021)
      .u32(m.checksum)
      .u32(large ? beyond_32 : m.packed)
      .u32(large ? beyond_32 : m.size)
      .u16(m.name.size())
      .u16(extra.bytes.size())
      .u16(0)
      .u16(0)
      .u16(0)
      .u32(0)
      .u32(far ? beyond_32 : m.header)
      .text(m.name)
      .text(extra.bytes)
      .bytes;
}

/// Everything behind the last content, which begins at `at`.
std::string directory_of(std::vector<zip_member> const& members, std::uint64_t at)
{
  record out;
  for (zip_member const& m : members) out.text(entry_of(m));
  std::uint64_t const size = out.bytes.size(), count = members.size();
  if (at >= beyond_32 || size >= beyond_32 || count >= 0xffff) {  // APPNOTE 4.3.14, 4.3.15
    out.u32(end_64_mark).u64(end_64_size - 12).u16(45).u16(45).u32(0).u32(0);
    out.u64(count).u64(count).u64(size).u64(at);
    out.u32(end_64_locator_mark).u32(0).u64(at + size).u32(1);
  }
  out.u32(end_mark).u16(0).u16(0);  // APPNOTE 4.3.16
  out.u16(std::min<std::uint64_t>(count, 0xffff)).u16(std::min<std::uint64_t>(count, 0xffff));
  out.u32(std::min(size, beyond_32)).u32(std::min(at, beyond_32)).u16(0);
  return out.bytes;
}

}  // namespace

zip_reader::zip_reader(fs::path const& path) : file_(path)
{
  std::uint64_t const size = file_.size();
  std::string start(std::min<std::uint64_t>(size, 4), '\0');
  file_.read(0, start.data(), start.size());
  if (start.size() < 4 || (u32_at(start, 0) != header_mark && u32_at(start, 0) != end_mark))
    file_.fail("not a zip file (it doesn't begin with PK)");

  // the end is found from behind: it may have a comment of up to 64 KiB
  std::string tail(std::min<std::uint64_t>(size, end_size + 0xffff), '\0');
  std::uint64_t const tail_at = size - tail.size();
  file_.read(tail_at, tail.data(), tail.size());
  std::uint64_t end = size;
  for (std::uint64_t back = end_size; back <= tail.size() && end == size; ++back) {
    std::uint64_t const k = tail.size() - back;
    if (u32_at(tail, k) == end_mark && u16_at(tail, k + 20) == back - end_size) end = tail_at + k;
  }
  if (end == size) file_.fail("truncated: a zip file ends with a directory of its members");
  std::string_view const last = std::string_view(tail).substr(end - tail_at, end_size);

  std::uint64_t count = u16_at(last, 10), bytes = u32_at(last, 12), at = u32_at(last, 16);
  bool volumes = u16_at(last, 4) != 0 || u16_at(last, 6) != 0 || u16_at(last, 8) != count;
  std::uint64_t behind = end;
  std::string locator(end_64_locator_size, '\0');
  if (end >= end_64_locator_size)
    file_.read(end - end_64_locator_size, locator.data(), locator.size());
  if (u32_at(locator, 0) == end_64_locator_mark) {
    behind = u64_at(locator, 8);
    std::string end_64(end_64_size, '\0');
    if (behind > end || end - behind < end_64_size + end_64_locator_size)
      file_.fail("broken: its zip64 record lies outside");
    file_.read(behind, end_64.data(), end_64.size());
    if (u32_at(end_64, 0) != end_64_mark) file_.fail("broken: its zip64 record is none");
    volumes = u32_at(end_64, 16) != 0 || u32_at(end_64, 20) != 0;
    count = u64_at(end_64, 32);
    bytes = u64_at(end_64, 40);
    at = u64_at(end_64, 48);
  }
  if (volumes) file_.fail("it is one of several volumes");
  if (bytes > behind || at != behind - bytes)
    file_.fail("broken: its directory of " + std::to_string(bytes) + " bytes at " +
               std::to_string(at) + " does not end at " + std::to_string(behind));
  read_directory(at, bytes, count);
  read_headers();
}

void zip_reader::read_directory(std::uint64_t at, std::uint64_t size, std::uint64_t count)
{
  if (count > size / entry_size)
    file_.fail("broken: a directory of " + std::to_string(size) + " bytes has no " +
               std::to_string(count) + " members");
  directory_ = at;
  std::string bytes(size, '\0');
  file_.read(at, bytes.data(), bytes.size());
  std::uint64_t p = 0;
  auto const broken = [&](std::string const& why) {
    file_.fail("broken: entry " + std::to_string(members_.size()) + " of its directory " + why);
  };
  while (p < size) {
    if (size - p < entry_size || u32_at(bytes, p) != entry_mark) broken("is none");
    std::uint64_t const name = u16_at(bytes, p + 28), extra = u16_at(bytes, p + 30),
                        comment = u16_at(bytes, p + 32);
    if (size - p - entry_size < name + extra + comment) broken("is cut off");
    zip_member m;
    m.name = bytes.substr(p + entry_size, name);
    auto const method = u16_at(bytes, p + 10);
    if ((u16_at(bytes, p + 8) & 1) != 0) file_.fail("member " + m.name + " is encrypted");
    if (method != 0 && method != Z_DEFLATED)
      file_.fail("member " + m.name + " is packed by method " + std::to_string(method) +
                 "; members as they are (0) and deflated (8) can be read");
    m.deflated = method == Z_DEFLATED;
    m.checksum = u32_at(bytes, p + 16);
    m.packed = u32_at(bytes, p + 20);
    m.size = u32_at(bytes, p + 24);
    m.header = u32_at(bytes, p + 42);
    std::string_view fields = std::string_view(bytes).substr(p + entry_size + name, extra);
    while (fields.size() >= 4) {  // APPNOTE 4.5.3
      std::uint64_t const id = u16_at(fields, 0), length = u16_at(fields, 2);
      if (fields.size() - 4 < length) break;
      std::string_view field = fields.substr(4, length);
      if (id == sizes_64)
        for (std::uint64_t* const value : {&m.size, &m.packed, &m.header}) {
          if (*value != beyond_32) continue;
          if (field.size() < 8) broken("has no sizes of 64 bits");
          *value = u64_at(field, 0);
          field.remove_prefix(8);
        }
      fields.remove_prefix(4 + length);
    }
    if (!m.deflated && m.size != m.packed) broken("has two sizes");
    // deflate makes at most 1032 bytes of one
    if (m.deflated && m.size / 1032 > m.packed) broken("has more than deflate can pack");
    members_.push_back(std::move(m));
    p += entry_size + name + extra + comment;
  }
  if (members_.size() != count)
    file_.fail("broken: its directory has " + std::to_string(members_.size()) + " members, not " +
               std::to_string(count));
}

void zip_reader::read_headers()
{
  std::map<std::uint64_t, zip_member*> places;
  std::map<std::string_view, int> names;
  for (zip_member& m : members_) {
    if (++names[m.name] > 1) file_.fail("it has two members " + m.name);
    auto const broken = [&](std::string const& why) {
      file_.fail("broken: member " + m.name + ' ' + why);
    };
    if (m.header > directory_ || directory_ - m.header < header_size) broken("lies outside");
    std::string header(header_size, '\0');
    file_.read(m.header, header.data(), header.size());
    if (u32_at(header, 0) != header_mark) broken("has no header");
    std::uint64_t const name = u16_at(header, 26), extra = u16_at(header, 28);
    if (directory_ - m.header - header_size < name + extra) broken("lies outside");
    std::string own(name, '\0');
    file_.read(m.header + header_size, own.data(), own.size());
    if (own != m.name) broken("has another name in its header");
    if (u16_at(header, 8) != (m.deflated ? Z_DEFLATED : 0)) broken("is packed in two ways");
    bool const sizes_follow = (u16_at(header, 6) & 8) != 0;
    if (!sizes_follow && u32_at(header, 14) != m.checksum) broken("has two checksums");
    m.content = m.header + header_size + name + extra;
    if (directory_ - m.content < m.packed) broken("lies outside");
    if (!places.emplace(m.header, &m).second) broken("lies where another does");
  }
  std::uint64_t end = 0;
  for (auto const& [at, m] : places) {
    if (at < end) file_.fail("broken: member " + m->name + " lies where another does");
    end = m->content + m->packed;
  }
}

zip_member const* zip_reader::find(std::string_view name) const
{
  auto const m = std::find_if(members_.begin(), members_.end(),
                              [&](zip_member const& x) { return x.name == name; });
  return m == members_.end() ? nullptr : &*m;
}

void zip_reader::require_as_written() const
{
  auto const holds = [&](std::uint64_t at, std::string const& expected) {
    if (at > file_.size() || file_.size() - at < expected.size()) return false;
    std::string found(expected.size(), '\0');
    file_.read(at, found.data(), found.size());
    return found == expected;
  };
  std::uint64_t at = 0;
  std::vector<zip_member const*> changed;
  for (zip_member const& m : members_) {
    std::string const expected = header_of(m);
    if (m.header != at || m.content != at + expected.size() || !holds(at, expected))
      changed.push_back(&m);
    at = m.content + m.packed;
  }
  std::string const expected = directory_of(members_, directory_);
  bool const same_directory = holds(directory_, expected);
  // damage is in one place
  if (!changed.empty() && changed.size() == members_.size() && !same_directory)
    file_.fail(
        "another program than acre wrote it (np.savez?), so it is no checkpoint any more; load_npz "
        "reads its arrays");
  if (!changed.empty()) file_.fail("the header of " + changed.front()->name + " is damaged");
  if (!same_directory || at != directory_ || file_.size() != at + expected.size())
    file_.fail("the directory of its members is damaged");
}

struct zip_content::inflater {
  z_stream stream{};
  std::array<Bytef, 1 << 16> in;
  inflater()
  {
    if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw out_of_memory("zlib: out of memory");
  }
  ~inflater() { ::inflateEnd(&stream); }
};

zip_content::zip_content(zip_reader const& zip, zip_member const& member)
    : file_(zip.file()), member_(member)
{
  if (member.deflated) inflater_ = std::make_unique<inflater>();
  if (member.size == 0) compare();
}
zip_content::~zip_content() = default;

void zip_content::fail(std::string const& why) const { file_.fail(member_.name + ": " + why); }

readable_place zip_content::place() const
{
  if (member_.deflated) fail("it is compressed and can't be mapped");
  return {&file_, member_.content + done_};
}

void zip_content::compare() const
{
  if (checksum_ != member_.checksum)
    fail("damaged: its checksum is " + hexadecimal(checksum_) + ", it was " +
         hexadecimal(member_.checksum) + " when it was written");
}

void zip_content::inflate(std::byte* to, std::uint64_t size)
{
  z_stream& z = inflater_->stream;
  while (size > 0) {
    if (z.avail_in == 0) {
      auto const n = std::min<std::uint64_t>(member_.packed - taken_, inflater_->in.size());
      file_.read(member_.content + taken_, inflater_->in.data(), n);
      taken_ += n;
      z.next_in = inflater_->in.data();
      z.avail_in = static_cast<uInt>(n);
    }
    auto const room = static_cast<uInt>(std::min(size, most_at_once));
    z.next_out = reinterpret_cast<Bytef*>(to);
    z.avail_out = room;
    int const status = ::inflate(&z, Z_NO_FLUSH);
    std::uint64_t const made = room - z.avail_out;
    to += made;
    size -= made;
    if (status == Z_OK || (status == Z_STREAM_END && size == 0)) continue;
    if (status == Z_STREAM_END || (status == Z_BUF_ERROR && taken_ == member_.packed))
      fail("damaged: what is packed ends early");
    if (status != Z_BUF_ERROR)
      fail(std::string("damaged: ") + (z.msg != nullptr ? z.msg : "it can't be unpacked"));
  }
}

void zip_content::read(void* to, std::uint64_t size)
{
  if (size > left())
    fail("truncated: it has " + std::to_string(left()) + " bytes left, not " +
         std::to_string(size));
  if (size == 0) return;
  auto* p = static_cast<std::byte*>(to);
  // in pieces that stay in the cache until their checksum is made
  for (std::uint64_t rest = size; rest > 0;) {
    std::uint64_t const n = std::min<std::uint64_t>(rest, 1 << 18);
    if (inflater_)
      inflate(p, n);
    else
      file_.read(member_.content + done_, p, n);
    checksum_ = checksum_of(checksum_, p, n);
    done_ += n;
    p += n;
    rest -= n;
  }
  if (left() == 0) compare();
}

void zip_content::finish()
{
  std::vector<std::byte> piece(std::min<std::uint64_t>(left(), 1 << 18));
  while (left() > 0) read(piece.data(), std::min<std::uint64_t>(left(), piece.size()));
}

struct zip_writer::deflater {
  z_stream stream{};
  std::array<Bytef, 1 << 16> out;
  deflater()
  {
    if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8,
                       Z_DEFAULT_STRATEGY) != Z_OK)
      throw out_of_memory("zlib: out of memory");
  }
  ~deflater() { ::deflateEnd(&stream); }
};

zip_writer::zip_writer(std::FILE* to, fs::path const& path) : file_(to), path_(path) {}
zip_writer::~zip_writer() = default;

void zip_writer::put(void const* from, std::uint64_t size)
{
  if (size > 0 && std::ferror(file_) == 0) std::fwrite(from, 1, size, file_);
  at_ += size;
}

void zip_writer::begin(std::string name, std::uint64_t size, bool deflated)
{
  members_.push_back({std::move(name), deflated, 0, size, deflated ? 0 : size, at_, 0});
  std::string const header = header_of(members_.back());
  put(header.data(), header.size());
  members_.back().content = at_;
  if (deflated) deflater_ = std::make_unique<deflater>();
}

void zip_writer::deflate(void const* from, std::uint64_t size, bool last)
{
  z_stream& z = deflater_->stream;
  auto p = static_cast<Bytef const*>(from);
  do {
    auto const n = static_cast<uInt>(std::min(size, most_at_once));
    z.next_in = const_cast<Bytef*>(p);
    z.avail_in = n;
    do {
      z.next_out = deflater_->out.data();
      z.avail_out = static_cast<uInt>(deflater_->out.size());
      ::deflate(&z, last && n == size ? Z_FINISH : Z_NO_FLUSH);
      put(deflater_->out.data(), deflater_->out.size() - z.avail_out);
    } while (z.avail_out == 0);
    p += n;
    size -= n;
  } while (size > 0);
}

void zip_writer::write(void const* from, std::uint64_t size)
{
  auto p = static_cast<std::byte const*>(from);
  for (std::uint64_t left = size; left > 0;) {
    std::uint64_t const n = std::min<std::uint64_t>(left, 1 << 18);
    members_.back().checksum = checksum_of(members_.back().checksum, p, n);
    if (deflater_)
      deflate(p, n, false);
    else
      put(p, n);
    p += n;
    left -= n;
  }
}

void zip_writer::end()
{
  zip_member& m = members_.back();
  if (deflater_) {
    deflate(nullptr, 0, true);
    deflater_.reset();
    m.packed = at_ - m.content;
  }
  if (std::ferror(file_) != 0) return;
  std::string const header = header_of(m);
  if (::fseeko(file_, static_cast<off_t>(m.header), SEEK_SET) != 0) {
    if (std::ferror(file_) != 0) return;
    throw file_error("cannot write " + path_.string() + ": it can't be sought in (a pipe?)");
  }
  std::fwrite(header.data(), 1, header.size(), file_);
  ::fseeko(file_, 0, SEEK_END);
}

void zip_writer::finish()
{
  std::string const directory = directory_of(members_, at_);
  put(directory.data(), directory.size());
}

}  // namespace acre::io::detail
