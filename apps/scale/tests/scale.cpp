// apps/scale: what is sent is what the documentation promises, and the model's times are those of
// its formulas.
#include <acre_test/files.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "../counted.hpp"
#include "../model.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using namespace acre::scale;
using json = nlohmann::json;

constexpr std::int64_t elements = 1000, large = (1 << 27) + 1000, tile = 4096, lanes = 64 * 8;

class apps_scale : public acre_test::folder {
 protected:
  int run(std::string const& arguments) const
  {
    return std::system((std::string(ACRE_SCALE_PROGRAM) + ' ' + arguments + " > " +
                        (dir / "out").string() + " 2>&1")
                           .c_str());
  }
  std::string output() const
  {
    std::ifstream in(dir / "out");
    return {std::istreambuf_iterator<char>(in), {}};
  }
  json survey(std::string const& only, std::string const& processes = "1,2,3,4,7,16,64")
  {
    auto const file = dir / "scale.json";
    EXPECT_EQ(run("--no-plot --processes " + processes + " --json " + file.string() + " --only '" +
                  only + "'"),
              0)
        << output();
    std::ifstream in(file);
    return json::parse(in);
  }
};

std::int64_t at(json const& row, char const* of, char const* what)
{
  return row[of][what].get<std::int64_t>();
}

/// A sum of slabs of n elements each: tiles' results of level 1, or of level 2.
void expect_sum(json const& row, std::int64_t n, bool of_two_levels)
{
  auto const count = row["processes"].get<std::int64_t>();
  SCOPED_TRACE(row.dump());
  std::int64_t const result = of_two_levels ? tile * tile : tile,
                     results = (n * count + result - 1) / result;
  std::int64_t messages = 0, most = 0, most_received = 0;
  for (std::int64_t p = 0; p < count; ++p) {
    auto const cut_at = [&](std::int64_t q) -> std::int64_t {
      if (q == 0 || q == count) return 0;
      return (n * q % tile != 0 ? 1 : 0) + (of_two_levels && n * q / tile % tile != 0 ? 1 : 0);
    };
    auto const results_before = [&](std::int64_t q) {
      return q == count ? results : n * q / result;
    };
    std::int64_t const mine = results_before(p + 1) - results_before(p);
    messages += cut_at(p + 1);
    most = std::max(most, cut_at(p + 1));
    most_received =
        std::max(most_received, cut_at(p) * lanes + 8 * (results - mine) + 8 * (count - 1));
  }
  EXPECT_EQ(at(row, "most_of_one", "joint_calls"), 1);
  EXPECT_EQ(at(row, "most_of_one", "messages"), most);
  EXPECT_EQ(at(row, "all", "messages"), messages);
  EXPECT_EQ(at(row, "all", "sent_bytes"), messages * lanes + 8 * results + 8 * count);
  EXPECT_EQ(at(row, "most_of_one", "received_bytes"), most_received);
}

TEST_F(apps_scale, a_sum_sends_what_its_documentation_says)
{
  for (json const& row : survey("sum;sum, large")["operations"]) {
    bool const is_large = row["operation"] == "sum, large";
    expect_sum(row, is_large ? large : elements, is_large);
  }
}

TEST_F(apps_scale, operations_send_what_their_documentation_says)
{
  json const told = survey("making an array;argmax;exchange, slabs;gather_to;redistribute");
  parameters p;
  told["network"]["L"].get_to(p.L);
  told["network"]["o"].get_to(p.o);
  told["network"]["g"].get_to(p.g);
  told["network"]["G"].get_to(p.G);
  for (json const& row : told["operations"]) {
    SCOPED_TRACE(row.dump());
    auto const n = row["processes"].get<int>();
    auto const messages = at(row, "all", "messages"), sent = at(row, "all", "sent_bytes");
    auto const seconds = row["seconds"].get<double>();
    std::string const name = row["operation"];
    if (name == "making an array") {  // a word of each
      EXPECT_EQ(messages, 0);
      EXPECT_EQ(sent, 8 * n);
      EXPECT_DOUBLE_EQ(seconds, all_gather_seconds(p, n, 128 * n));
    } else if (name == "argmax") {  // a value and its place
      EXPECT_EQ(messages, 0);
      EXPECT_EQ(sent, (8 + 16) * n);
      EXPECT_EQ(at(row, "most_of_one", "joint_calls"), 1);
      EXPECT_DOUBLE_EQ(seconds, all_gather_seconds(p, n, 128 * n));
    } else if (name == "exchange, slabs") {  // a row of 100 to each neighbour
      EXPECT_EQ(messages, 2 * (n - 1));
      EXPECT_EQ(at(row, "most_of_one", "messages"), std::min(2, n - 1));
      EXPECT_EQ(sent, 2 * (n - 1) * 800);
      EXPECT_EQ(at(row, "all", "joint_calls"), 0);
    } else if (name == "gather_to") {  // each element once, but for those that are there
      EXPECT_EQ(messages, n - 1);
      EXPECT_EQ(sent, (n - 1) * elements * 8 + 8 * n);
    } else {
      EXPECT_LE(at(row, "most_of_one", "messages"), n - 1);
      EXPECT_LE(sent, elements * n * 8 * 2);
    }
  }
}

/// On more processes than can be run they are computed.
TEST_F(apps_scale, sorts_and_histograms_are_counted_as_they_are_run)
{
  json const told = survey("sort;histogram", "1,2,3,4,7,16,64,170,257");
  parameters p = nccl_h200();
  for (json const& row : told["operations"]) {
    SCOPED_TRACE(row.dump());
    int const processes = row["processes"].get<int>();
    cost const c = row["operation"] == "sort" ? counted_sort(processes, elements, p)
                                              : counted_histogram(processes, 100, p);
    for (auto const& [of, counted] : {std::pair("most_of_one", c.most), std::pair("all", c.all)}) {
      EXPECT_EQ(at(row, of, "messages"), counted.messages);
      EXPECT_EQ(at(row, of, "sent_bytes"), counted.sent);
      EXPECT_EQ(at(row, of, "received_bytes"), counted.received);
      EXPECT_EQ(at(row, of, "joint_calls"), counted.joint_calls);
    }
    EXPECT_NEAR(row["seconds"].get<double>(), c.seconds, 1e-9 * c.seconds);
  }
}

TEST_F(apps_scale, a_table_to_the_digit)
{
  ASSERT_EQ(run("--no-plot --processes 7 --only 'sum;argmax' --network host"), 0) << output();
  EXPECT_NE(output().find("sum"), std::string::npos);
  EXPECT_NE(output().find("1 / 6"), std::string::npos) << output();
  EXPECT_NE(output().find("/ 3144"), std::string::npos) << output();  // 6 * 512 + 7 * 8 + 2 * 8
}

TEST_F(apps_scale, wrong_calls_are_refused)
{
  EXPECT_EQ(run("--help"), 0);
  EXPECT_NE(output().find("mpiexec -n 4 scale --fit fit.json"), std::string::npos);
  EXPECT_NE(run("--only sums"), 0);
  EXPECT_NE(output().find("scale: --only: there is no sums among: making an array; sum"),
            std::string::npos)
      << output();
  EXPECT_NE(run("--network nothing.json"), 0);
  EXPECT_NE(output().find("nothing.json is neither h200, host nor cluster"), std::string::npos);
  EXPECT_NE(run("--processes 0"), 0);
}

TEST_F(apps_scale, draws_a_picture)
{
  auto const picture = dir / "scale.png";
  ASSERT_EQ(run("--processes 16 --only 'sum, large' --plot " + picture.string()), 0) << output();
  EXPECT_GT(std::filesystem::file_size(picture), 1000u);
}

TEST(scale_model, messages_go_one_after_the_other)
{
  parameters p;
  p.L = 100, p.o = 10, p.g = 30, p.G = 2, p.O = 1, p.S = 50;
  EXPECT_EQ(message_seconds(p, 1), 120);
  EXPECT_EQ(message_seconds(p, 11), 120 + 30);
  EXPECT_EQ(message_seconds(p, 51), 120 + 150 + 220);  // it asks before
  clocks two(p, 2);
  two.send(0, 1, 0, 1);   // there after 110
  two.send(0, 1, 0, 11);  // begins after 30, is there after 160
  two.receive(1, 0, 0, 1);
  two.receive(1, 0, 0, 11);
  cost const c = two.total();
  EXPECT_EQ(c.seconds, 160 + 20);
  EXPECT_EQ(c.all.messages, 2);
  EXPECT_EQ(c.all.received, 12);
  EXPECT_EQ(c.most.sent, 12);
}

TEST(scale_model, calls_of_all_have_their_algorithms_rounds)
{
  parameters p;
  p.L = 1000, p.G = 1;
  EXPECT_EQ(all_gather_seconds(p, 1, 8), 0);
  EXPECT_EQ(all_gather_seconds(p, 8, 8 * 100), 3 * 1000 + 700 - 3);  // 100, 200, 400 bytes
  EXPECT_EQ(all_gather_seconds(p, 5, 5 * 100), 3 * 1000 + 400 - 3);  // 100, 200, 100
  EXPECT_EQ(all_reduce_seconds(p, 8, 1), 3 * 1000);
  EXPECT_EQ(all_reduce_seconds(p, 7, 1), (2 + 2) * 1000);
  EXPECT_EQ(all_to_all_seconds(p, 8, 10), 3 * (1000 + 39));
  EXPECT_EQ(all_to_all_seconds(p, 3, 10), 2 * (1000 + 9));
}

}  // namespace
