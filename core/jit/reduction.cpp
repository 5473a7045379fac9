#include <acre/backends/common/operation.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/error.hpp>
#include <acre/jit/detail/untyped.hpp>
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

constexpr std::int64_t host_strip = 256, gpu_strip = 32;  // of columns, as in reduction_*.hpp
constexpr int gpu_column_threads = 256, gpu_row_threads = 64;

std::int64_t parts(std::int64_t n, std::int64_t of) { return (n + of - 1) / of; }

struct level {
  std::int64_t kept, columns, length, tiles, each = 1;
  bool rows;

  level(bool of_rows, std::int64_t kept_of, std::int64_t columns_of, std::int64_t length_of)
      : kept(kept_of),
        columns(columns_of),
        length(length_of),
        tiles(std::max<std::int64_t>(1, parts(length_of, tile(of_rows)))),
        rows(of_rows)
  {}
  static std::int64_t tile(bool rows)
  {
    return rows ? backends::reduce_tile : backends::column_tile;
  }
  std::int64_t results() const { return kept * columns; }
  std::int64_t strips(std::int64_t strip) const { return rows ? 1 : parts(columns, strip); }
  /// Memory of tile results of all levels, and of groups of those.
  std::int64_t values() const
  {
    std::int64_t n = 0;
    for (std::int64_t count = tiles; count > 1; count = parts(count, tile(rows)))
      n += results() * count;
    return n;
  }
  std::int64_t groups() const
  {
    std::int64_t n = 0;
    for (std::int64_t count = tiles; count > 1;) {
      count = parts(count, tile(rows));
      n += kept * count;
    }
    return n * strips(gpu_strip);
  }
  void write(parameters& p) const
  {
    for (std::int64_t const word : {kept, columns, length, tiles, each}) p.add(word);
  }
};

/// How a GPU runs it: a team has some tiles of a row, as long as there are teams enough. `lanes` of
/// the order's are a thread's, of elements of `bytes`.
backends::kernel_size size_on_gpu(level& all, int lanes, int bytes, int multiprocessors)
{
  if (!all.rows) return {all.kept * all.tiles * all.strips(gpu_strip), gpu_column_threads};
  std::int64_t const wanted = std::int64_t{32} * multiprocessors;
  if (all.kept >= wanted && all.tiles <= backends::reduce_tile) {
    all.each = all.tiles;
  } else {
    std::int64_t const most = std::clamp<std::int64_t>(65536 / backends::reduce_tile / bytes, 1, 8);
    while (all.each < most && all.kept * all.tiles / (2 * all.each) >= wanted) all.each *= 2;
  }
  std::int64_t const teams = all.kept * parts(all.tiles, all.each);
  int const team = backends::reduce_lanes / lanes;
  // few teams spread over the multiprocessors
  int threads = gpu_row_threads;
  while (threads > 32 && teams * team < std::int64_t{threads} * multiprocessors) threads /= 2;
  return {parts(teams, threads / team), threads};
}

}  // namespace

class reduction_kernel {
 public:
  reduction_kernel(std::string_view inputs, std::string_view output, std::string_view map,
                   std::string_view combine, std::string_view finish, std::string_view identity,
                   std::string_view name, acre::jit::options const& how, std::string_view type)
      : name_(name),
        label_("jit::reduction " + std::string(name)),
        map_(map),
        combine_(combine),
        finish_(finish),
        identity_(identity),
        type_(type),
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
    begins_as_made_ = identity_.find_first_not_of(" \t\n") == std::string::npos;
    if (begins_as_made_ && type_.empty())
      throw value_error(label_ + ": a reduction has an identity, such as '0' or '-0.0' of a sum");
    if (finish_.find_first_not_of(" \t\n") == std::string::npos)
      finish_ = declared_.back().name + " = a";
    numbered_ = has_word(map_, "i");
    reads_plainly_ = reads_plainly(how_, all_texts());
  }

  int mapped_shape(std::span<operand const> inputs, std::span<std::int64_t> shape) const;
  std::size_t input_count() const { return declared_.size() - 1; }
  bool takes_number(std::size_t n) const { return n < input_count() && !declared_[n].raw; }
  dtype result_type(std::span<operand const> inputs) const
  {
    require_count(label_, {declared_.data(), input_count()}, inputs.size(), "inputs");
    return result_types_of(declared_, input_count(), inputs, label_).front();
  }
  void run(backends::kernel_compiler& compiler, std::span<operand const> arguments,
           extents_view shape, std::span<bool const> reduced,
           std::function<std::shared_ptr<void>(std::int64_t)> const& allocate) const;

 private:
  struct layout {
    std::string steps;
    int outer_rank = 0, kept_rank = 0, width = 0;
    bool rows = true;
  };
  struct kernels {
    void *first = nullptr, *next = nullptr;  // next: on a host
  };
  struct planned_call {
    kernels kernel;
    level all{true, 0, 0, 0};
    backends::kernel_size size;  // on a GPU
  };
  void launch(backends::kernel_compiler& compiler, planned_call const& call, parameters& p,
              operand const& out,
              std::function<std::shared_ptr<void>(std::int64_t)> const& allocate) const;
  kernels compiled(backends::kernel_compiler& compiler, backends::queue& on,
                   resolved_types const& types, layout const& how) const;
  std::string all_texts() const
  {
    return map_ + ' ' + combine_ + ' ' + finish_ + ' ' + identity_ + ' ' + type_;
  }
  std::string text(kernel_dialect dialect, resolved_types const& types, layout const& how) const;

  std::string name_, label_, map_, combine_, finish_, identity_;
  std::string type_;  // of what is combined, where it is none of a dtype
  acre::jit::options how_;
  std::vector<declaration> declared_;  // the output last
  bool numbered_ = false, reads_plainly_ = false;
  bool begins_as_made_ = false;  // the identity is what type_'s constructor without arguments makes
  mutable std::map<std::string, kernels> kernels_;  // under compiling()
  remembered_calls<planned_call> calls_;
};

int reduction_kernel::mapped_shape(std::span<operand const> inputs,
                                   std::span<std::int64_t> shape) const
{
  require_count(label_, {declared_.data(), declared_.size() - 1}, inputs.size(), "inputs");
  call_memory memory;
  auto shapes = memory.list<extents_view>(inputs.size());
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
  operand const& out = arguments.back();
  backends::queue& on = *out.queue;
  parameters p;
  call_key key(compiler, on, arguments);
  std::int64_t axes = 0;
  for (bool const each : reduced) axes = 2 * axes + each;
  key.add(axes);
  if (auto const known = calls_.find(key, p)) {
    p.renew(arguments);
    backends::operation const running(name_.c_str(), on, arguments);
    launch(compiler, *known, p, out, allocate);
    return;
  }

  call_memory memory;
  auto const types = resolve_types(declared_, arguments, label_, *memory);
  if (size_of(out.shape) == 0) return;
  std::size_t const inputs = declared_.size() - 1;
  auto leaves = memory.list<leaf_layout>(inputs + 1);
  auto leaf_of = memory.list<std::size_t>(inputs);
  leaf_of.resize(inputs);
  int largest = 1;
  for (std::size_t n = 0; n < inputs; ++n) {
    operand const& o = arguments[n];
    if (!o.queue || declared_[n].raw) continue;
    leaf_of[n] = leaves.size();
    describe_memory(leaves.emplace_back(), shape, o.shape, o.strides, o.data, o.item_size,
                    *o.queue);
    largest = std::max(largest, o.item_size);
  }
  if (numbered_) describe_number(leaves.emplace_back(), shape);
  bool const host = compiler.dialect() == kernel_dialect::host;
  bool const is_empty = size_of(shape) == 0;
  if (is_empty && begins_as_made_)
    throw value_error("zero-size array to reduction operation " + name_ + " which has no identity");
  int const width = std::max(2, 8 / largest);
  auto const plan = plan_reduction(leaves, shape, reduced, width);
  auto const& red = plan.reduction;
  bool const packed = !host && !is_empty && plan.rows && red.it.packed && red.it.inner > 1 &&
                      red.it.outer_rank == red.kept_rank;
  layout how{{}, red.it.outer_rank, red.kept_rank, packed ? width : 0, plan.rows};
  for (std::size_t n = 0; n < inputs; ++n)
    how.steps += step_of(declared_[n], arguments[n], leaves[leaf_of[n]]);

  planned_call call;
  call.all = level(plan.rows, is_empty ? size_of(out.shape) : red.kept,
                   plan.rows || is_empty ? 1 : red.it.inner, is_empty ? 0 : red.length);
  if (!host)
    call.size = size_on_gpu(call.all, packed ? width : 2, largest, compiler.multiprocessors(on));
  p.add(red.it.inner);
  p.add(red.it.rows);
  p.add(std::int64_t{1});
  for (int axis = 0; axis < max_rank - 1; ++axis) p.add(red.it.outer[axis]);
  for (std::size_t n = 0; n < inputs; ++n)
    p.add(declared_[n], arguments[n], types.of[n], leaves[leaf_of[n]]);
  if (numbered_) p.add_steps(leaves.back());
  call.all.write(p);

  backends::operation const running(name_.c_str(), on, arguments);
  call.kernel = compiled(compiler, on, types, how);
  call.size.early = reads_plainly_ && compiler.starts_early(on);
  calls_.keep(key, p, call);
  launch(compiler, call, p, out, allocate);
}

/// `p` is what first_level begins with.
void reduction_kernel::launch(
    backends::kernel_compiler& compiler, planned_call const& call, parameters& p,
    operand const& out, std::function<std::shared_ptr<void>(std::int64_t)> const& allocate) const
{
  backends::queue& on = *out.queue;
  level now = call.all;
  std::shared_ptr<void> from, to;
  if (compiler.dialect() != kernel_dialect::host) {
    if (now.tiles > 1) to = allocate(now.values());
    p.add(to.get());
    p.add(out.data);
    p.add(now.tiles > 1 ? compiler.tickets(on, now.groups()) : nullptr);
    compiler.launch(on, call.kernel.first, call.size, p.data(), p.bytes());
    return;
  }
  auto const blocks = [&] { return now.kept * now.tiles * now.strips(host_strip); };
  if (now.tiles > 1) to = allocate(now.results() * now.tiles);
  p.add(to.get());
  p.add(out.data);
  compiler.launch(on, call.kernel.first, {blocks()}, p.data(), p.bytes());
  while (now.tiles > 1) {
    std::swap(from, to);
    // what the tiles of a level gave are the elements of the next
    now = level(now.rows, now.rows ? now.results() : 1, now.rows ? 1 : now.results(), now.tiles);
    if (now.tiles > 1) to = allocate(now.results() * now.tiles);
    parameters q;
    now.write(q);
    q.add(from.get());
    q.add(to.get());
    q.add(out.data);
    compiler.launch(on, call.kernel.next, {blocks()}, q.data(), q.bytes());
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
       {static_cast<int>(dialect), how.outer_rank, how.kept_rank, how.width, on.device_index()})
    key += static_cast<char>('0' + number);
  std::lock_guard const one(compiling());
  kernels& all = kernels_[key];
  if (!all.first) {
    auto const library = library_of(
        compiler, on,
        {label_, text(dialect, types, how), compiler_flags(how_, dialect), how_.contract});
    kernels found{kernel_of(*library, exported(name_).c_str())};
    if (dialect == kernel_dialect::host)
      found.next = kernel_of(*library, (exported(name_) + "_next").c_str());
    all = found;
  }
  return all;
}

std::string reduction_kernel::text(kernel_dialect dialect, resolved_types const& types,
                                   layout const& how) const
{
  element_text element;
  for (std::size_t n = 0; n + 1 < declared_.size(); ++n)
    element.add(
        {declared_[n].name, type_name(types.of[n]), value_name(types.of[n]), how.steps[n], false});
  std::string const result = type_name(types.of.back()),
                    combined = type_.empty() ? value_name(types.of.back()) : type_;
  element.add({"acre_mapped", combined, combined, 'l', true});
  if (numbered_) element.add_number();
  bool const host = dialect == kernel_dialect::host;
  auto const user = [&](std::string const& code) { return line(name_) + code + line("acre"); };
  auto const yes = [](bool b) { return b ? std::string("true") : std::string("false"); };
  std::string checks;
  if (!type_.empty())
    checks =
        "static_assert(sizeof(reduction::accumulator) <= 16 &&\n"
        "              std::is_trivially_copyable_v<reduction::accumulator>,\n"
        "              \"acre: what a reduction combines has 16 bytes at most, copied as they "
        "are\");\n";
  if (begins_as_made_)
    checks +=
        "static_assert(__is_class(reduction::accumulator),\n"
        "              \"acre: a reduction of numbers has an identity, such as '0' of a sum\");\n";
  std::string s = prelude(dialect, "reduction");
  add_prelude(s, host ? "reduction_host" : "reduction_gpu");
  s += opening(name_, types, how_, all_texts()) + "namespace {\n" +
       element.text("acre", "acre_mapped = (" + user(map_) + ')', how.outer_rank, how.width) +
       "struct reduction : kernel {\n  using accumulator = " + combined +
       ";\n  using result = " + result + ";\n  static constexpr bool rows = " + yes(how.rows) +
       ";\n  static constexpr int kept_rank = " + std::to_string(how.kept_rank) +
       ";\n  KOKKOS_INLINE_FUNCTION static accumulator identity() { return accumulator(" +
       (begins_as_made_ ? std::string() : user(identity_)) +
       "); }\n"
       "  KOKKOS_INLINE_FUNCTION static accumulator combine(accumulator const a, accumulator const "
       "b)\n  {\n    return static_cast<accumulator>(" +
       user(combine_) +
       ");\n  }\n"
       "  KOKKOS_INLINE_FUNCTION static result finish(accumulator const a)\n  {\n    result " +
       declared_.back().name + "{};\n" + user(finish_) + ";\n    return " + declared_.back().name +
       ";\n  }\n};\n" + checks +
       "struct first_level {\n  kernel::parameters map;\n  acre::jit_kernel::reduction_size size;\n"
       "  reduction::accumulator* to;\n  reduction::result* out;\n" +
       (host ? "" : "  std::uint32_t* tickets;\n") + "};\n}  // namespace\n";
  if (!host)
    return s + "ACRE_JIT_EXPORT void __launch_bounds__(" +
           (how.rows ? std::to_string(gpu_row_threads) + ", 8"
                     : std::to_string(gpu_column_threads)) +
           ") " + exported(name_) +
           "(first_level const p)\n{\n  acre::jit_kernel::run_reduction<reduction>(p.map, p.size, "
           "p.to, p.out, p.tickets);\n}\n}  // namespace acre::math::user\n";
  struct {
    char const *suffix, *type, *source;
  } const levels[] = {
      {"", "first_level", "mapped_elements<reduction>{p.map}"},
      {"_next", "acre::jit_kernel::next_level<reduction>",
       "tile_results<reduction>{p.from, p.size.kept * p.size.columns, p.size.length}"}};
  for (auto const& each : levels)
    s += "ACRE_JIT_EXPORT void " + exported(name_) + each.suffix +
         "(void const* given, long long begin, long long end, void*)\n{\n  auto const& p = "
         "*static_cast<" +
         each.type +
         " const*>(given);\n  acre::jit_kernel::run_reduction<reduction>(p.size, "
         "acre::jit_kernel::" +
         each.source + ", p.to, p.out, begin, end);\n}\n";
  return s + "}  // namespace acre::math::user\n";
}

int mapped_shape(reduction_kernel const& kernel, std::span<operand const> inputs,
                 std::span<std::int64_t> shape)
{
  return kernel.mapped_shape(inputs, shape);
}

std::shared_ptr<reduction_kernel const> make_reduction(
    std::string_view inputs, std::string_view output, std::string_view map,
    std::string_view combine, std::string_view finish, std::string_view identity,
    std::string_view name, acre::jit::options const& how, std::string_view type)
{
  return std::make_shared<reduction_kernel const>(inputs, output, map, combine, finish, identity,
                                                  name, how, type);
}
std::size_t input_count(reduction_kernel const& kernel) { return kernel.input_count(); }
bool takes_number(reduction_kernel const& kernel, std::size_t n) { return kernel.takes_number(n); }
dtype result_type(reduction_kernel const& kernel, std::span<operand const> inputs)
{
  return kernel.result_type(inputs);
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
    : kernel_(std::make_shared<acre::detail::jit::reduction_kernel>(
          inputs, output, map, combine, finish, identity, name, how, std::string_view()))
{}

}  // namespace acre::jit
