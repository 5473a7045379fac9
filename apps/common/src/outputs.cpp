#include <acre/io/atomic_file.hpp>
#include <acre_apps/outputs.hpp>

#include <stdexcept>

namespace acre::apps {
namespace {

namespace fs = std::filesystem;

bool are_one(fs::path const& a, fs::path const& b)
{
  std::error_code ec;
  if (fs::exists(a, ec) && fs::exists(b, ec))
    return fs::is_regular_file(a, ec) && fs::equivalent(a, b, ec);
  auto const place = [&](fs::path const& p) {
    return fs::weakly_canonical(fs::absolute(p, ec), ec);
  };
  fs::path const of_a = place(a), of_b = place(b);
  return !of_a.empty() && of_a == of_b;
}

}  // namespace

void require_outputs(std::vector<named_file> const& outputs, std::vector<named_file> const& inputs)
{
  for (auto out = outputs.begin(); out != outputs.end(); ++out) {
    if (!out->file) continue;
    for (auto other = outputs.begin(); other != out; ++other)
      if (other->file && are_one(*out->file, *other->file))
        throw std::invalid_argument(other->option + " and " + out->option + " name one file, " +
                                    out->file->string() + ": each wants its own");
    for (named_file const& in : inputs)
      if (in.file && are_one(*out->file, *in.file))
        throw std::invalid_argument(out->option + " would write over " + in.file->string() +
                                    ", which is read as " + in.option);
  }
  for (named_file const& out : outputs)
    if (out.file) io::require_writable(out.option, *out.file);
}

void make_output_folder(std::string const& option, fs::path const& folder)
{
  io::require_writable_folder(option, folder);
  fs::create_directories(folder);
}

}  // namespace acre::apps
