#include <acre/backends/common/operation.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/error.hpp>
#include <acre/jit/reduction.hpp>

#include <algorithm>
#include <map>

#include "call.hpp"
#include "element_text.hpp"
#include "library.hpp"
#include "text.hpp"

namespace acre::detail::jit {

using backends::kernel_dialect;

namespace {

constexpr std::int64_t host_strip = 256, gpu_strip = 32, gpu_rows = 4;  // as in reduction_*.hpp

struct level {
  std::int64_t kept, columns, length, tiles;
  bool rows;

  std::int64_t results() const { return kept * columns; }
  std::int64_t blocks(bool host) const
  {
    std::int64_t const strip = host ? host_strip : gpu_strip;
    if (!rows) return kept * tiles * ((columns + strip - 1) / strip);
    return host ? kept * tiles : (kept * tiles + gpu_rows - 1) / gpu_rows;
  }
  void write(parameters& p) const
  {
    for (std::int64_t const word : {kept, columns, length, tiles, std::int64_t{0}}) p.add(word);
  }
};

std::int64_t tiles_of(bool rows, std::int64_t length)
{
  std::int64_t const tile = rows ? backends::reduce_tile : backends::column_tile;
  return std::max<std::int64_t>(1, (length + tile - 1) / tile);
}

}  // namespace

class reduction_kernel {
 public:
  reduction_kernel(std::string_view inputs, std::string_view output, std::string_view map,
                   std::string_view combine, std::string_view finish, std::string_view identity,
                   std::string_view name, acre::jit::options const& how)
      : name_(name),
        label_("jit::reduction " + std::string(name)),
        map_(map),
        combine_(combine),
        finish_(finish),
        identity_(identity),
        how_(how)
  {
    if (!is_identifier(name))
      throw value_error("jit::reduction: the name '" + name_ + "' is none of C++");
    declared_ = parse_declarations(inputs, label_);
    auto outputs = parse_declarations(output, label_);
    if (outputs.size() != 1 || outputs[0].raw)
      throw value_error(label_ + ": a reduction has one output, which is not raw");
    declared_.push_back(std::move(outputs[0]));
    require_names(declared_, label_);
    if (identity_.find_first_not_of(" \t\n") == std::string::npos)
      throw value_error(label_ + ": a reduction has an identity, such as '0' or '-0.0' of a sum");
    if (finish_.find_first_not_of(" \t\n") == std::string::npos)
      finish_ = declared_.back().name + " = a";
    numbered_ = has_word(map_, "i");
  }

  int mapped_shape(std::span<operand const> inputs, std::span<std::int64_t> shape) const;
  void run(backends::kernel_compiler& compiler, std::span<operand const> arguments,
           extents_view shape, std::span<bool const> reduced,
           std::function<std::shared_ptr<void>(std::int64_t)> const& allocate) const;

 private:
  struct layout {
    std::string steps;
    int outer_rank = 0, kept_rank = 0;
    bool rows = true;
  };
  struct kernels {
    void *first = nullptr, *next = nullptr;
  };
  kernels compiled(backends::kernel_compiler& compiler, backends::queue& on,
                   resolved_types const& types, layout const& how) const;
  std::string text(kernel_dialect dialect, resolved_types const& types, layout const& how) const;

  std::string name_, label_, map_, combine_, finish_, identity_;
  acre::jit::options how_;
  std::vector<declaration> declared_;  // the output last
  bool numbered_ = false;
  mutable std::map<std::string, kernels> kernels_;  // under compiling()
};

int reduction_kernel::mapped_shape(std::span<operand const> inputs,
                                   std::span<std::int64_t> shape) const
{
  require_count(label_, {declared_.data(), declared_.size() - 1}, inputs.size(), "inputs");
  std::vector<extents_view> shapes;
  std::size_t rank = 0;
  for (std::size_t n = 0; n < inputs.size(); ++n)
    if (inputs[n].queue && !declared_[n].raw) {
      shapes.push_back(inputs[n].shape);
      rank = std::max(rank, inputs[n].shape.size());
    }
  if (shapes.empty() || rank != shape.size())
    throw value_error(label_ + ": a raw operand has more axes than those that are reduced");
  broadcast_into(shape, shapes);
  return static_cast<int>(rank);
}

void reduction_kernel::run(backends::kernel_compiler& compiler, std::span<operand const> arguments,
                           extents_view shape, std::span<bool const> reduced,
                           std::function<std::shared_ptr<void>(std::int64_t)> const& allocate) const
{
  require_few(label_, declared_.size());
  call_memory memory;
  auto const types = resolve_types(declared_, arguments, label_, *memory);
  operand const& out = arguments.back();
  backends::queue& on = *out.queue;
  if (size_of(out.shape) == 0) return;

  std::size_t const inputs = declared_.size() - 1;
  auto leaves = memory.list<leaf_layout>(inputs + 1);
  auto leaf_of = memory.list<std::size_t>(inputs);
  auto queues = memory.list<queue_leaf>(inputs);
  leaf_of.resize(inputs);
  for (std::size_t n = 0; n < inputs; ++n) {
    operand const& o = arguments[n];
    if (!o.queue) continue;
    queues.push_back({o.queue});
    if (declared_[n].raw) continue;
    leaf_of[n] = leaves.size();
    describe_memory(leaves.emplace_back(), shape, o.shape, o.strides, o.data, o.item_size,
                    *o.queue);
  }
  if (numbered_) describe_number(leaves.emplace_back(), shape);
  bool const is_empty = size_of(shape) == 0;
  auto const plan = plan_reduction(leaves, shape, reduced, 1);
  auto const& red = plan.reduction;
  layout how{{}, red.it.outer_rank, red.kept_rank, plan.rows};
  for (std::size_t n = 0; n < inputs; ++n)
    how.steps += step_of(declared_[n], arguments[n], leaves[leaf_of[n]]);

  level now{is_empty ? size_of(out.shape) : red.kept, plan.rows || is_empty ? 1 : red.it.inner,
            is_empty ? 0 : red.length, 1, plan.rows};
  now.tiles = tiles_of(now.rows, now.length);
  bool const host = compiler.dialect() == kernel_dialect::host;
  backends::operation const running(name_.c_str(), on, queues);
  auto const kernel = compiled(compiler, on, types, how);
  std::shared_ptr<void> from, to;
  if (now.tiles > 1) to = allocate(now.results() * now.tiles);

  parameters p;
  p.add(red.it.inner);
  p.add(red.it.rows);
  p.add(std::int64_t{1});
  for (int axis = 0; axis < 5; ++axis) p.add(red.it.outer[axis]);
  for (std::size_t n = 0; n < inputs; ++n)
    p.add(declared_[n], arguments[n], types.of[n], leaves[leaf_of[n]]);
  if (numbered_) p.add_steps(leaves.back());
  now.write(p);
  p.add(to.get());
  p.add(out.data);
  constexpr int gpu_threads = 256;
  compiler.launch(on, kernel.first, {now.blocks(host), gpu_threads}, p.data(), p.bytes());
  while (now.tiles > 1) {
    std::swap(from, to);
    // what the tiles of a level gave are the elements of the next
    now = {plan.rows ? now.results() : 1, plan.rows ? 1 : now.results(), now.tiles, 1, plan.rows};
    now.tiles = tiles_of(now.rows, now.length);
    if (now.tiles > 1) to = allocate(now.results() * now.tiles);
    parameters q;
    now.write(q);
    q.add(from.get());
    q.add(to.get());
    q.add(out.data);
    compiler.launch(on, kernel.next, {now.blocks(host), gpu_threads}, q.data(), q.bytes());
  }
}

reduction_kernel::kernels reduction_kernel::compiled(backends::kernel_compiler& compiler,
                                                     backends::queue& on,
                                                     resolved_types const& types,
                                                     layout const& how) const
{
  auto const dialect = compiler.dialect();
  std::string key = how.steps + (how.rows ? 'r' : 'c');
  for (dtype const type : types.of) key += static_cast<char>('a' + static_cast<int>(type));
  for (int const number :
       {static_cast<int>(dialect), how.outer_rank, how.kept_rank, on.device_index()})
    key += static_cast<char>('0' + number);
  std::lock_guard const one(compiling());
  kernels& all = kernels_[key];
  if (!all.next) {
    auto const library =
        library_of(compiler, on, {label_, text(dialect, types, how), how_.flags, how_.contract});
    all.first = kernel_of(*library, exported(name_).c_str());
    all.next = kernel_of(*library, (exported(name_) + "_next").c_str());
  }
  return all;
}

std::string reduction_kernel::text(kernel_dialect dialect, resolved_types const& types,
                                   layout const& how) const
{
  element_text element;
  for (std::size_t n = 0; n + 1 < declared_.size(); ++n)
    element.add({declared_[n].name, type_name(types.of[n]), how.steps[n], false});
  std::string const result = type_name(types.of.back());
  element.add({"acre_mapped", result, 'l', true});
  if (numbered_) element.add_number();
  bool const host = dialect == kernel_dialect::host;
  auto const user = [&](std::string const& code) { return line(name_) + code + line("acre"); };
  auto const yes = [](bool b) { return b ? std::string("true") : std::string("false"); };
  std::string s = prelude(dialect, "reduction");
  add_prelude(s, host ? "reduction_host" : "reduction_gpu");
  s += opening(name_, types, how_, map_ + ' ' + combine_ + ' ' + finish_ + ' ' + identity_) +
       "namespace {\n" +
       element.text("acre", "acre_mapped = (" + user(map_) + ')', how.outer_rank, 0) +
       "struct reduction : kernel {\n  using accumulator = " + result +
       ";\n  using result = " + result + ";\n  static constexpr bool rows = " + yes(how.rows) +
       ";\n  static constexpr int kept_rank = " + std::to_string(how.kept_rank) +
       ";\n  KOKKOS_INLINE_FUNCTION static accumulator identity() { return accumulator(" +
       user(identity_) +
       "); }\n"
       "  KOKKOS_INLINE_FUNCTION static accumulator combine(accumulator const a, accumulator const "
       "b)\n  {\n    return static_cast<accumulator>(" +
       user(combine_) +
       ");\n  }\n"
       "  KOKKOS_INLINE_FUNCTION static result finish(accumulator const a)\n  {\n    result " +
       declared_.back().name + "{};\n" + user(finish_) + ";\n    return " + declared_.back().name +
       ";\n  }\n};\n"
       "struct first_level {\n  kernel::parameters map;\n  acre::jit_kernel::reduction_size size;\n"
       "  reduction::accumulator* to;\n  reduction::result* out;\n};\n"
       "using next_level = acre::jit_kernel::next_level<reduction>;\n}  // namespace\n";
  std::string const first =
      "acre::jit_kernel::run_reduction<reduction>(p.size, "
      "acre::jit_kernel::mapped_elements<reduction>{p.map}, p.to, p.out";
  std::string const next =
      "acre::jit_kernel::run_reduction<reduction>(p.size, "
      "acre::jit_kernel::tile_results<reduction>{p.from, p.size.kept * p.size.columns, "
      "p.size.length}, p.to, p.out";
  for (bool const is_first : {true, false}) {
    std::string const parameters = is_first ? "first_level" : "next_level",
                      call = is_first ? first : next;
    if (host)
      s += "ACRE_JIT_EXPORT void " + exported(name_) + (is_first ? "" : "_next") +
           "(void const* given, long long begin, long long end, void*)\n{\n  auto const& p = "
           "*static_cast<" +
           parameters + " const*>(given);\n  " + call + ", begin, end);\n}\n";
    else
      s += "ACRE_JIT_EXPORT void __launch_bounds__(256) " + exported(name_) +
           (is_first ? "" : "_next") + '(' + parameters + " const p)\n{\n  " + call + ");\n}\n";
  }
  return s + "}  // namespace acre::math::user\n";
}

int mapped_shape(reduction_kernel const& kernel, std::span<operand const> inputs,
                 std::span<std::int64_t> shape)
{
  return kernel.mapped_shape(inputs, shape);
}

void run(reduction_kernel const& kernel, backends::kernel_compiler& compiler,
         std::span<operand const> arguments, extents_view shape, std::span<bool const> reduced,
         std::function<std::shared_ptr<void>(std::int64_t)> const& allocate)
{
  kernel.run(compiler, arguments, shape, reduced, allocate);
}

}  // namespace acre::detail::jit

namespace acre::jit {

reduction::reduction(std::string_view inputs, std::string_view output, std::string_view map,
                     std::string_view combine, std::string_view finish, std::string_view identity,
                     std::string_view name, options const& how)
    : kernel_(std::make_shared<acre::detail::jit::reduction_kernel>(inputs, output, map, combine,
                                                                    finish, identity, name, how))
{}

}  // namespace acre::jit
