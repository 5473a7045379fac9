#include "report.hpp"

#include <acre/io/atomic_file.hpp>
#include <acre/testing/detail/ulp.hpp>
#include <acre_apps/table.hpp>

#include <algorithm>
#include <ostream>

#include <nlohmann/json.hpp>

namespace acre::tour {
namespace {

std::string words(row const& r)
{
  switch (r.status) {
    case standing::reference:
      return "reference";
    case standing::same:
      return "same bits";
    case standing::failed:
      return "FAILED";
    case standing::left_out:
      return "left out";
    case standing::different:
      break;
  }
  if (r.versus_serial.ulp == 0) return "DIFFERENT";
  if (r.versus_serial.ulp == detail::ulp_incomparable) return "NAN DIFFERS";
  return std::to_string(r.versus_serial.ulp) + " ULP";
}

section const* section_of(report const& r, std::string const& workload)
{
  for (section const& s : r.sections)
    if (s.workload == workload) return &s;
  return nullptr;
}

std::string group(std::string const& name) { return name.substr(0, name.find('.')); }

std::string gigabytes_a_second(row const& r)
{
  std::string text = apps::format_rate(r.bytes, r.seconds);
  if (auto const unit = text.find(" GB/s"); unit != std::string::npos) text.resize(unit);
  return text;
}

void print_table(std::ostream& out, report const& r)
{
  using apps::align;
  apps::text_table table({{"workload"},
                          {"space"},
                          {"time", align::right},
                          {"GB/s", align::right},
                          {"agreement"},
                          {"result"}});
  row const* before = nullptr;
  for (row const& line : r.rows) {
    bool const first = !before || before->workload != line.workload;
    // groups of one workload stand together
    bool const grouped = line.workload.find('.') != std::string::npos;
    if (before && group(before->workload) != group(line.workload) &&
        (grouped || before->workload.find('.') != std::string::npos))
      table.add_rule();
    section const* const s = section_of(r, line.workload);
    bool const ran = line.status != standing::failed && line.status != standing::left_out;
    table.add_row({first ? line.workload : "", line.space,
                   ran ? apps::format_time(line.seconds) : "", ran ? gigabytes_a_second(line) : "",
                   words(line), first && s ? s->result : ""});
    before = &line;
  }
  table.print(out);
}

/// Each question once with its answer, and by whom if not by all.
void print_messages(std::ostream& out, section const& s)
{
  if (s.messages.empty() || s.messages.front().empty()) return;
  out << '\n' << s.workload << ", as answered by";
  for (std::string const& space : s.spaces) out << ' ' << space;
  out << '\n';
  std::size_t width = 0;
  for (message const& m : s.messages.front()) width = std::max(width, m.question.size());
  for (std::size_t i = 0; i < s.messages.front().size(); ++i) {
    message const& m = s.messages.front()[i];
    out << "  " << m.question << std::string(width + 2 - m.question.size(), ' ') << m.answer
        << '\n';
    for (std::size_t k = 1; k < s.spaces.size(); ++k)
      if (std::string const& other = s.messages[k][i].answer; other != m.answer)
        out << "  " << std::string(width + 2, ' ') << "but " << s.spaces[k] << ": " << other
            << '\n';
  }
}

}  // namespace

bool report::all_agree() const
{
  return std::none_of(rows.begin(), rows.end(), [](row const& r) {
    return r.status == standing::different || r.status == standing::failed;
  });
}

void print(std::ostream& out, report const& r)
{
  out << r.build << '\n';
  for (std::string const& device : r.devices) out << "  " << device << '\n';
  out << '\n';
  print_table(out, r);
  for (section const& s : r.sections) print_messages(out, s);

  std::string last;
  for (row const& line : r.rows) {
    std::string const& why =
        line.status == standing::different ? line.versus_serial.where : line.note;
    if (why.empty()) continue;
    std::string const text =
        line.status == standing::left_out
            ? group(line.workload) + ": " + why
            : line.workload + (line.space.empty() ? "" : " on " + line.space) + ": " + why;
    if (text != last) out << '\n' << text << '\n';
    last = text;
  }
  if (!r.pictures.empty()) out << "\npictures\n";
  for (auto const& p : r.pictures) out << "  " << p.string() << '\n';
  auto const count = [&](standing s) {
    return std::count_if(r.rows.begin(), r.rows.end(),
                         [&](row const& line) { return line.status == s; });
  };
  auto const same = count(standing::same), different = count(standing::different),
             failed = count(standing::failed);
  auto const compared = same + different + failed;
  if (compared == 0)
    out << "\nonly serial has run: there is nothing to compare\n";
  else
    out << '\n' << same << " of " << compared << " results have the same bits as serial's\n";
}

void write_json(std::filesystem::path const& file, report const& r)
{
  nlohmann::ordered_json j;
  j["build"] = r.build;
  j["devices"] = r.devices;
  j["size"] = r.size;
  j["all_agree"] = r.all_agree();
  j["rows"] = nlohmann::ordered_json::array();
  for (row const& line : r.rows) {
    nlohmann::ordered_json o{
        {"workload", line.workload}, {"space", line.space}, {"agreement", words(line)}};
    if (line.seconds > 0) o["seconds"] = line.seconds;
    if (line.bytes > 0) o["bytes"] = line.bytes;
    if (line.status == standing::different) {
      o["ulp"] = line.versus_serial.ulp;
      o["difference"] = line.versus_serial.where;
    }
    if (!line.note.empty()) o["note"] = line.note;
    j["rows"].push_back(std::move(o));
  }
  j["results"] = nlohmann::ordered_json::object();
  for (section const& s : r.sections) {
    if (!s.result.empty()) j["results"][s.workload] = s.result;
    for (std::size_t k = 0; k < s.spaces.size(); ++k)
      for (message const& m : s.messages[k])
        j["messages"][s.workload][s.spaces[k]][m.question] = m.answer;
  }
  j["pictures"] = nlohmann::ordered_json::array();
  for (auto const& p : r.pictures) j["pictures"].push_back(p.string());
  io::write_text_file(file, j.dump(2) + '\n');
}

}  // namespace acre::tour
