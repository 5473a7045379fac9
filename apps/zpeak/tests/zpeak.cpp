// apps/zpeak: files in parts give the bits of all at once; broken files are refused, and nothing is
// written then.
#include <acre/io/npy_file.hpp>
#include <acre_test/files.hpp>
#include <acre_test/program.hpp>
#ifdef ACRE_ZPEAK_HDF5
#include <acre/array/creation.hpp>
#include <acre/device/runtime.hpp>
#include <acre/io/hdf5.hpp>
#endif

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

namespace fs = std::filesystem;
namespace io = acre::io;
using acre_test::outcome;

class apps_zpeak : public acre_test::folder {
 protected:
  fs::path from = dir, json = dir / "out.json", picture = dir / "out.png";
  std::vector<std::int64_t> offsets{3};
  std::vector<float> pt, eta, phi;
  std::vector<std::int32_t> charge;

  void SetUp() override
  {
    std::uint64_t state = 1;
    auto const drawn = [&] {
      state = state * 6364136223846793005u + 1442695040888963407u;
      return static_cast<float>(state >> 40) * 0x1p-24f;
    };
    for (int event = 0; event < 3000; ++event) {
      int const most = event == 777 ? 150 : event % 5;
      offsets.push_back(offsets.back() + (event % 7 == 0 ? 0 : most));
    }
    for (std::int64_t k = 0; k < offsets.back() + 2; ++k) {
      pt.push_back(5 + 50 * drawn());
      eta.push_back(4 * drawn() - 2);
      phi.push_back(6 * drawn() - 3);
      charge.push_back(drawn() < 0.5f ? -1 : 1);
    }
    write_all();
  }

  fs::path file(char const* field) const { return dir / (std::string("lepton_") + field + ".npy"); }
  template <class T>
  void write(char const* field, std::vector<T> const& values) const
  {
    io::write_npy(file(field), io::make_npy<T>(values, {std::ssize(values)}));
  }
  void write_all() const
  {
    write("offsets", offsets);
    write("pt", pt);
    write("eta", eta);
    write("phi", phi);
    write("charge", charge);
  }
  outcome zpeak(std::string const& options) const
  {
    return acre_test::outcome_of(std::string(ACRE_ZPEAK_PROGRAM) + " --events " + from.string() +
                                 " --json " + json.string() + " --plot " + picture.string() + ' ' +
                                 options);
  }
  nlohmann::json results(std::string const& options) const
  {
    outcome const r = zpeak(options);
    EXPECT_EQ(r.status, 0) << r.output;
    auto j = nlohmann::json::parse(std::ifstream(json));
    for (char const* const key : {"build", "ways", "parts"}) j.erase(key);
    return j;
  }
  /// Messages for broken files, read at once or in parts; nothing is written.
  void refuses(std::string const& what) const
  {
    for (char const* const options : {"", "--part 100"}) {
      outcome const r = zpeak(options);
      EXPECT_EQ(r.status, 2) << r.output;
      EXPECT_NE(r.output.find(what), std::string::npos) << options << ": " << r.output;
      EXPECT_FALSE(fs::exists(json) || fs::exists(picture)) << options;
    }
    write_all();
  }
};

TEST_F(apps_zpeak, parts_give_what_all_at_once_gives)
{
  auto const all = results("");
  EXPECT_EQ(all["events"], 3000);
  EXPECT_GT(all["with_pair"], 500);
  for (char const* const part : {"1", "97", "1000", "1000000"})
    EXPECT_EQ(results(std::string("--part ") + part), all) << part;
  write("offsets", std::vector<std::int64_t>{3});
  EXPECT_EQ(results("--part 5"), results(""));
}

TEST_F(apps_zpeak, broken_files_are_refused)
{
  auto wrong = offsets;
  wrong[1000] = wrong[1001] + 7;
  write("offsets", wrong);
  refuses("offsets decrease: offsets[1000] is " + std::to_string(wrong[1000]) +
          " and offsets[1001] is " + std::to_string(wrong[1001]));
  wrong = offsets;
  wrong.back() += 100;
  write("offsets", wrong);
  refuses("offsets end with " + std::to_string(wrong.back()) + ", beyond the content of " +
          std::to_string(pt.size()) + " elements");
  wrong = offsets;
  wrong.front() = -1;
  write("offsets", wrong);
  refuses("offsets begin with -1, which is no position of the content");
  write("offsets", std::vector<std::int64_t>{});
  refuses("lepton_");
  write("eta", std::vector<float>(7));
  refuses("lepton_");
  write("pt", std::vector<double>(pt.begin(), pt.end()));
  refuses("float64, not float32");
  for (char const* const field : {"offsets", "phi"}) {
    fs::resize_file(file(field), fs::file_size(file(field)) - 5);
    refuses(file(field).string() + ": truncated");
  }
  fs::resize_file(file("charge"), 40);
  refuses(file("charge").string() + ": truncated");
  std::ofstream(file("pt"), std::ios::binary) << "PK not NumPy's";
  refuses(file("pt").string() + ": not a .npy file");
  fs::remove(file("offsets"));
  refuses("it has neither electron_offsets.npy nor lepton_offsets.npy");
}

#ifdef ACRE_ZPEAK_HDF5
TEST_F(apps_zpeak, reads_hdf5)
{
  auto all = results("");
  all.erase("origin");
  acre::runtime const running;
  auto const space = acre::serial();
  from = dir / "run.h5";
  std::vector<io::entry> const datasets{{"lepton/offsets", acre::from_host(space, offsets)},
                                        {"lepton/pt", acre::from_host(space, pt)},
                                        {"lepton/eta", acre::from_host(space, eta)},
                                        {"lepton/phi", acre::from_host(space, phi)},
                                        {"lepton/charge", acre::from_host(space, charge)}};
  io::save_hdf5(from, datasets, {.deflate = 1});
  for (char const* const options : {"", "--part 97"}) {
    auto found = results(options);
    EXPECT_EQ(found["origin"], "run.h5");
    found.erase("origin");
    EXPECT_EQ(found, all) << options;
  }
  fs::remove(json);
  fs::remove(picture);
  io::save_hdf5(from, {datasets.begin() + 1, datasets.end()});
  refuses("it has neither electron/offsets nor lepton/offsets");
  io::save_hdf5(from, {datasets.begin(), datasets.end() - 1});
  refuses("lepton/charge");
}
#endif

}  // namespace
