#include <acre/error.hpp>
#include <acre/linalg/detail/einsum.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace acre::detail {

namespace {

using numbers = std::vector<std::int64_t>;

/// A letter is its own label; the axes that "..." stands for are -1 (the last one), -2, …
using labels = std::vector<int>;

constexpr char const* is_text = "einstein sum subscripts string";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

template <class T>
bool contains(std::vector<T> const& all, T one)
{
  return std::ranges::find(all, one) != all.end();
}
template <class T>
int place_of(std::vector<T> const& all, T one)
{
  auto const at = std::ranges::find(all, one);
  return at == all.end() ? -1 : static_cast<int>(at - all.begin());
}

[[noreturn]] void refuse_character(char c)
{
  throw value_error(std::string("invalid subscript '") + c + "' in " + is_text +
                    ", subscripts must be letters");
}
[[noreturn]] void refuse_dot(std::string const& where)
{
  throw value_error(std::string(is_text) +
                    " contains a '.' that is not part of an ellipsis ('...') in " + where);
}

/// The letters of an operand or of the output, and 0 where its "..." stands.
template <class Check>
labels parsed(std::string_view text, std::string const& where, Check const& check)
{
  labels result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const c = text[at];
    if (is_letter(c)) {
      check(c, text.substr(at + 1));
      result.push_back(c);
    } else if (c == '.') {
      if (contains(result, 0) || text.substr(at, 3) != "...") refuse_dot(where);
      result.push_back(0);
      at += 2;
    } else if (c != ' ') {
      refuse_character(c);
    }
  }
  return result;
}

/// With the axes that "..." stands for.
labels with_axes(labels const& of, int count)
{
  labels result;
  for (int const label : of) {
    if (label != 0) result.push_back(label);
    for (int axis = count; label == 0 && axis > 0; --axis) result.push_back(-axis);
  }
  return result;
}

labels labels_of_operand(std::string_view text, std::size_t number, extents_view shape)
{
  std::string const name = "operand " + std::to_string(number);
  std::size_t letters = 0;
  labels const result = parsed(text, name, [&](char, std::string_view) {
    if (++letters > shape.size())
      throw value_error(std::string(is_text) + " contains too many subscripts for " + name);
  });
  bool const has_dots = contains(result, 0);
  if (!has_dots && letters < shape.size())
    throw value_error(
        "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis "
        "provided to broadcast the extra dimensions.");
  return with_axes(result, static_cast<int>(shape.size() - letters));
}

/// One operand with a label once: of a repeated one its diagonal.
struct labelled {
  labels label;
  numbers extent, stride;

  std::optional<std::int64_t> extent_of(int wanted) const
  {
    int const at = place_of(label, wanted);
    if (at < 0) return {};
    return extent[static_cast<std::size_t>(at)];
  }
};

labelled diagonals(labels const& of, extents_view shape, extents_view strides,
                   std::string const& operand)
{
  labelled t;
  for (std::size_t axis = 0; axis < of.size(); ++axis) {
    int const at = place_of(t.label, of[axis]);
    if (at < 0) {
      t.label.push_back(of[axis]);
      t.extent.push_back(shape[axis]);
      t.stride.push_back(strides[axis]);
      continue;
    }
    auto const first = static_cast<std::size_t>(at);
    if (t.extent[first] != shape[axis])
      throw shape_error("dimensions in " + operand + " for collapsing index '" +
                        static_cast<char>(of[axis]) + "' don't match (" +
                        std::to_string(t.extent[first]) + " != " + std::to_string(shape[axis]) +
                        ')');
    t.stride[first] += strides[axis];
  }
  return t;
}

/// An operand's broadcast shape as NumPy writes it: (2,3)->(2,newaxis,3)
std::string remapped(labelled const& t, labels const& axes)
{
  std::string to;
  for (int const label : axes) {
    auto const extent = t.extent_of(label);
    if (!extent && to.empty()) continue;
    to += (to.empty() ? "" : ",") + (extent ? std::to_string(*extent) : "newaxis");
  }
  return to_string(extents_view(t.extent)) + "->(" + to + ") ";
}

/// The extents of all labels, which broadcast as shapes do.
std::map<int, std::int64_t> common_extents(std::vector<labelled> const& terms, labels const& output)
{
  std::map<int, std::int64_t> extents;
  bool fits = true;
  for (labelled const& t : terms)
    for (std::size_t axis = 0; axis < t.label.size(); ++axis) {
      auto const [known, is_new] = extents.emplace(t.label[axis], t.extent[axis]);
      if (is_new || t.extent[axis] == known->second || t.extent[axis] == 1) continue;
      fits = fits && known->second == 1;
      known->second = t.extent[axis];
    }
  if (!fits) {
    labels axes = output;
    for (auto const& [label, extent] : extents)
      if (!contains(axes, label)) axes.push_back(label);
    std::string text =
        "operands could not be broadcast together with remapped shapes [original->remapped]: ";
    for (labelled const& t : terms) text += remapped(t, axes);
    throw shape_error(text);
  }
  return extents;
}

struct einsum_planner {
  std::vector<labelled> terms;
  labels output;
  std::map<int, std::int64_t> extents;

  bool is_shared(int label) const
  {
    return std::ranges::all_of(terms, [&](labelled const& t) { return contains(t.label, label); });
  }

  /// An operand's view: the labels in the product's order that it has, then those that are summed
  /// in it alone.
  einsum_operand operand(labelled const& t, labels const& product) const
  {
    einsum_operand o;
    labels kept, alone;
    for (int const label : product)
      if (contains(t.label, label)) kept.push_back(label);
    for (int const label : t.label)
      if (!contains(product, label)) alone.push_back(label);
    for (labels const& some : {kept, alone})
      for (int const label : some) {
        auto const at = static_cast<std::size_t>(place_of(t.label, label));
        o.extent.push_back(t.extent[at]);
        o.stride.push_back(t.stride[at]);
      }
    o.summed = static_cast<int>(alone.size());
    for (int const label : product) {
      o.of.push_back(place_of(kept, label));
      o.wide.push_back(extents.at(label));
    }
    return o;
  }

  numbers extents_of(labels const& some) const
  {
    numbers result;
    for (int const label : some) result.push_back(extents.at(label));
    return result;
  }
  std::int64_t size_of_all(labels const& some) const { return size_of(extents_of(some)); }

  einsum_plan plan() const
  {
    einsum_plan p;
    p.shape = extents_of(output);
    for (std::size_t axis = 0; axis < output.size(); ++axis)
      p.order.push_back(static_cast<int>(axis));
    if (terms.size() == 1) {
      p.operands.push_back(operand(terms[0], output));
      return p;
    }
    labels batch, summed, rows, columns;
    for (int const label : output) {
      if (is_shared(label))
        batch.push_back(label);
      else
        (contains(terms[0].label, label) ? rows : columns).push_back(label);
    }
    for (int const label : terms[0].label)
      if (is_shared(label) && !contains(output, label)) summed.push_back(label);
    auto const joined = [](labels a, labels const& b, labels const& c) {
      a.insert(a.end(), b.begin(), b.end());
      a.insert(a.end(), c.begin(), c.end());
      return a;
    };
    if (summed.empty()) {
      p.product = einsum_product::elements;
      for (labelled const& t : terms) p.operands.push_back(operand(t, output));
    } else if (rows.empty() && columns.empty()) {
      p.product = einsum_product::sums;
      p.summed = static_cast<int>(summed.size());
      for (labelled const& t : terms) p.operands.push_back(operand(t, joined(output, summed, {})));
    } else {
      p.product = einsum_product::matrices;
      p.operands = {operand(terms[0], joined(batch, rows, summed)),
                    operand(terms[1], joined(batch, summed, columns))};
      auto const matrices = [&](labels const& a, labels const& b) {
        numbers shape = extents_of(batch);
        shape.push_back(size_of_all(a));
        shape.push_back(size_of_all(b));
        return shape;
      };
      p.operands[0].matrices = matrices(rows, summed);
      p.operands[1].matrices = matrices(summed, columns);
      labels const axes = joined(batch, rows, columns);
      p.shape = extents_of(axes);
      for (std::size_t axis = 0; axis < output.size(); ++axis)
        p.order[axis] = place_of(axes, output[axis]);
    }
    return p;
  }
};

}  // namespace

einsum_plan plan_einsum(std::string_view subscripts, std::span<extents_view const> shapes,
                        std::span<extents_view const> strides)
{
  std::vector<labels> operands;
  std::map<int, int> count;
  int more = 0;  // axes that "..." stands for in the result
  for (std::size_t number = 0; number < shapes.size(); ++number) {
    std::size_t const end = std::min(subscripts.find_first_of(",-"), subscripts.size());
    bool const is_last = number + 1 == shapes.size();
    bool const is_followed = end < subscripts.size() && subscripts[end] == ',';
    if (is_last == is_followed)
      throw value_error(std::string(is_last ? "more" : "fewer") +
                        " operands provided to einstein sum function than specified in the "
                        "subscripts string");
    operands.push_back(labels_of_operand(subscripts.substr(0, end), number, shapes[number]));
    for (int const label : operands.back()) {
      ++count[label];
      more = std::max(more, -label);
    }
    subscripts.remove_prefix(is_last ? end : end + 1);
  }

  einsum_planner planner;
  if (subscripts.empty()) {
    planner.output = with_axes({0}, more);
    for (auto const& [label, times] : count)
      if (label > 0 && times == 1) planner.output.push_back(label);
  } else {
    if (!subscripts.starts_with("->"))
      throw value_error(
          "einstein sum subscript string does not contain proper '->' output specified");
    labels const result =
        parsed(subscripts.substr(2), "the output", [&](char c, std::string_view rest) {
          if (rest.find(c) != std::string_view::npos)
            throw value_error(std::string(is_text) + " includes output subscript '" + c +
                              "' multiple times");
          if (!count.contains(c))
            throw value_error(std::string(is_text) + " included output subscript '" + c +
                              "' which never appeared in an input");
        });
    if (more > 0 && !contains(result, 0))
      throw value_error(
          "output has more dimensions than subscripts given in einstein sum, but no '...' "
          "ellipsis provided to broadcast the extra dimensions.");
    planner.output = with_axes(result, more);
  }
  if (planner.output.size() > static_cast<std::size_t>(max_rank))
    throw shape_error("the result would have more than 8 axes");

  for (std::size_t number = 0; number < operands.size(); ++number) {
    bool const is_view = operands.size() == 1 && std::ranges::all_of(operands[0], [&](int label) {
                           return contains(planner.output, label);
                         });
    planner.terms.push_back(
        diagonals(operands[number], shapes[number], strides[number],
                  is_view ? "single operand" : "operand " + std::to_string(number)));
  }
  planner.extents = common_extents(planner.terms, planner.output);
  return planner.plan();
}

}  // namespace acre::detail
