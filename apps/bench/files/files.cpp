// Arrays from files that the system has in its cache.
#include <acre/io/npy.hpp>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

#include "measure.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace acre::bench {
namespace {

/// A file of this process, which goes with the last row that reads it.
class scratch_file {
 public:
  explicit scratch_file(std::string const& name)
      : path_(std::filesystem::temp_directory_path() /
              (name + '.' + std::to_string(getpid()) + ".npy"))
  {}
  scratch_file(scratch_file const&) = delete;
  scratch_file& operator=(scratch_file const&) = delete;
  ~scratch_file()
  {
    std::error_code gone;
    std::filesystem::remove(path_, gone);
  }
  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Reads a file's first bytes into memory that is there: the speed of the system's cache.
void read_plainly(std::filesystem::path const& path, std::vector<char>& to)
{
  int const file = open(path.c_str(), O_RDONLY);
  bool good = file >= 0;
  for (std::size_t at = 0; good && at < to.size();) {
    ssize_t const some = read(file, to.data() + at, to.size() - at);
    good = some > 0;
    if (good) at += static_cast<std::size_t>(some);
  }
  if (file >= 0) close(file);
  if (!good) throw std::runtime_error(path.string() + " can't be read");
}

template <class Space>
void add_npy(Space const& space)
{
  std::int64_t const n = on_cpu<Space> ? 25000000 : 100000000;
  double const bytes = sizeof(float) * static_cast<double>(n);
  auto const size = static_cast<std::size_t>(bytes);
  std::string const who = acre_name();
  auto const kept = std::make_shared<std::unique_ptr<scratch_file>>();
  auto const made = [=]() -> std::filesystem::path const& {
    if (!*kept) {
      *kept = std::make_unique<scratch_file>("acre_bench");
      io::save_npy((*kept)->path(), made_input<float>(space, shape(n), 1));
    }
    return (*kept)->path();
  };
  add("npy_load", "float32", n, who, [=](benchmark::State& state) {
    auto const& path = made();
    measure(state, space, bytes, [&] { io::load_npy<float>(space, path); });
  });
  add("npy_load", "float32", n, "read", [=](benchmark::State& state) {
    auto const& path = made();
    std::vector<char> memory(size);
    measure(state, space, bytes, [&] { read_plainly(path, memory); });
    kept->reset();
  });
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_npy(space); });
  });
}
