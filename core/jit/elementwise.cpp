#include <acre/array/detail/shape_rules.hpp>
#include <acre/backends/common/operation.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/error.hpp>
#include <acre/jit/detail/untyped.hpp>
#include <acre/jit/elementwise.hpp>

#include <algorithm>
#include <map>

#include "call.hpp"
#include "element_text.hpp"
#include "library.hpp"
#include "signature.hpp"
#include "text.hpp"

namespace acre::detail::jit {

namespace {

using backends::kernel_dialect;

constexpr int gpu_threads = 256, gpu_items = 4;  // elements of a thread where they aren't packed
constexpr std::int64_t host_piece = 16384;       // elements of a row that a task is given together

/// Key of one compiled text, besides dtypes.
struct layout {
  std::string steps;   // of each operand along the inner axis: n a number, r raw, 0 none, 1 one
                       // element, s a stride
  int outer_rank = 0;  // axes around that
  int width = 1;       // elements of a packet, on a GPU; 0: element by element
};

/// The kernel that is launched.
struct planned_call {
  void* kernel = nullptr;
  backends::kernel_size size;
};

}  // namespace

class elementwise_kernel {
 public:
  elementwise_kernel(std::string_view inputs, std::string_view outputs, std::string_view operation,
                     std::string_view name, acre::jit::options const& how)
      : name_(name),
        label_("jit::elementwise " + std::string(name)),
        operation_(operation),
        how_(how)
  {
    if (!is_identifier(name))
      throw value_error("jit::elementwise: the name '" + name_ + "' is none of C++");
    declared_ = parse_declarations(inputs, label_);
    inputs_ = declared_.size();
    for (auto& each : parse_declarations(outputs, label_)) declared_.push_back(std::move(each));
    if (declared_.size() == inputs_) throw value_error(label_ + ": no output is declared");
    require_names(declared_, label_);
    for (auto const& each : declared_) has_raw_ = has_raw_ || each.raw;
    numbered_ = has_word(operation_, "i");
    counted_ = has_word(operation_, "_ind");
    placed_ = counted_ && (has_word(operation_, "get") || has_word(operation_, "shape") ||
                           has_word(operation_, "ndim"));
    numbered_ = numbered_ || placed_;
    reads_plainly_ = reads_plainly(how_, operation_);
  }

  void run(backends::kernel_compiler& compiler, std::span<operand const> arguments) const;
  int result_shape(std::span<operand const> inputs, int outputs,
                   std::span<std::int64_t> shape) const;
  std::size_t input_count() const { return inputs_; }
  bool takes_number(std::size_t n) const { return n < inputs_ && !declared_[n].raw; }
  std::vector<dtype> result_types(std::span<operand const> inputs) const;

 private:
  bool is_output(std::size_t n) const { return n >= inputs_; }
  bool are_apart(std::span<operand const> arguments) const;
  void require_count(std::size_t given, std::size_t wanted, char const* of) const
  {
    jit::require_count(label_, {declared_.data(), wanted}, given, of);
  }
  extents_view common_shape(std::span<operand const> arguments) const;
  void* compiled(backends::kernel_compiler& compiler, backends::queue& on,
                 resolved_types const& types, layout const& how) const;
  std::string text(kernel_dialect dialect, resolved_types const& types, layout const& how) const;

  std::string name_, label_, operation_;
  acre::jit::options how_;
  std::vector<declaration> declared_;
  std::size_t inputs_ = 0;
  bool has_raw_ = false, numbered_ = false, counted_ = false, placed_ = false,
       reads_plainly_ = false;
  mutable std::map<std::string, void*> kernels_;  // under compiling()
  remembered_calls<planned_call> calls_;
};

/// The shape of the outputs, which are alike; inputs broadcast to it.
extents_view elementwise_kernel::common_shape(std::span<operand const> arguments) const
{
  extents_view shape;
  std::string const* by = nullptr;
  for (std::size_t n = inputs_; n < declared_.size(); ++n) {
    operand const& o = arguments[n];
    if (!o.queue)
      throw value_error(label_ + ": the output '" + declared_[n].name + "' is a number");
    if (declared_[n].raw) continue;
    if (!by) {
      shape = o.shape;
      by = &declared_[n].name;
    } else if (!std::equal(shape.begin(), shape.end(), o.shape.begin(), o.shape.end())) {
      throw shape_error(label_ + ": the outputs '" + *by + "' and '" + declared_[n].name +
                        "' have the shapes " + to_string(shape) + " and " + to_string(o.shape));
    }
    require_writable_memory(o.shape, o.strides);
  }
  if (!by) {  // the elements of an input are what is counted then
    for (std::size_t n = 0; n < inputs_; ++n)
      if (arguments[n].queue && !declared_[n].raw &&
          (!by || size_of(arguments[n].shape) > size_of(shape))) {
        shape = arguments[n].shape;
        by = &declared_[n].name;
      }
    if (!by)
      throw value_error(label_ +
                        ": all operands are raw, so that nothing says how many elements there are");
  }
  for (std::size_t n = 0; n < inputs_; ++n)
    if (arguments[n].queue && !declared_[n].raw && !broadcasts_to(arguments[n].shape, shape))
      throw shape_error(label_ + ": '" + declared_[n].name + "' of shape " +
                        to_string(arguments[n].shape) + " does not broadcast to " +
                        to_string(shape) + " of '" + *by + "'");
  return shape;
}

int elementwise_kernel::result_shape(std::span<operand const> inputs, int outputs,
                                     std::span<std::int64_t> shape) const
{
  require_count(inputs.size(), inputs_, "inputs");
  if (static_cast<std::size_t>(outputs) != declared_.size() - inputs_)
    throw value_error(label_ + " has " + std::to_string(declared_.size() - inputs_) +
                      " outputs, and make<…>() names " + std::to_string(outputs));
  call_memory memory;
  auto shapes = memory.list<extents_view>(inputs.size());
  std::size_t rank = 0;
  for (std::size_t n = 0; n < inputs_; ++n)
    if (inputs[n].queue && !declared_[n].raw) {
      shapes.push_back(inputs[n].shape);
      rank = std::max(rank, inputs[n].shape.size());
    }
  if (shapes.empty() || rank != shape.size())
    throw value_error(label_ +
                      ": the shape of the result is not that of an input; pass the output");
  broadcast_into(shape, shapes);
  return static_cast<int>(rank);
}

std::vector<dtype> elementwise_kernel::result_types(std::span<operand const> inputs) const
{
  require_count(inputs.size(), inputs_, "inputs");
  return result_types_of(declared_, inputs_, inputs, label_);
}

/// Whether outputs share no memory with other operands, or are the same elements. (Not said of some
/// that planning allows.)
bool elementwise_kernel::are_apart(std::span<operand const> arguments) const
{
  for (std::size_t n = inputs_; n < declared_.size(); ++n) {
    if (declared_[n].raw) continue;
    operand const& out = arguments[n];
    auto const written = memory_of(out);
    for (std::size_t m = 0; m < declared_.size(); ++m) {
      operand const& other = arguments[m];
      if (m == n || !other.queue || declared_[m].raw) continue;
      auto const touched = memory_of(other);
      if (touched.high <= written.low || written.high <= touched.low) continue;
      if (other.data != out.data || other.item_size != out.item_size ||
          !std::ranges::equal(other.shape, out.shape) ||
          !std::ranges::equal(other.strides, out.strides))
        return false;
    }
  }
  return true;
}

void elementwise_kernel::run(backends::kernel_compiler& compiler,
                             std::span<operand const> arguments) const
{
  require_count(arguments.size(), declared_.size(), "arguments");
  require_few(label_, declared_.size());
  parameters p;
  std::optional<call_key> key;
  if (backends::queue* const on = arguments[inputs_].queue; on && are_apart(arguments)) {
    key.emplace(compiler, *on, arguments);
    if (auto const known = calls_.find(*key, p)) {
      p.renew(arguments);
      backends::operation const running(name_.c_str(), *on, arguments);
      compiler.launch(*on, known->kernel, known->size, p.data(), p.bytes());
      return;
    }
  }

  call_memory memory;
  auto const types = resolve_types(declared_, arguments, label_, *memory);
  extents_view const shape = common_shape(arguments);
  backends::queue& on = *arguments[inputs_].queue;
  if (size_of(shape) == 0) return;

  // what advances with the loops, the outputs first, and the number of the element last
  auto leaves = memory.list<leaf_layout>(declared_.size() + 1);
  auto leaf_of = memory.list<std::size_t>(declared_.size());
  leaf_of.resize(declared_.size());
  int largest = 1;
  auto const describe = [&](std::size_t n) {
    operand const& o = arguments[n];
    if (!o.queue || declared_[n].raw) return;
    leaf_of[n] = leaves.size();
    describe_memory(leaves.emplace_back(), shape, o.shape, o.strides, o.data, o.item_size,
                    *o.queue);
    largest = std::max(largest, o.item_size);
  };
  for (std::size_t n = inputs_; n < declared_.size(); ++n) describe(n);
  std::size_t const written = leaves.size();
  for (std::size_t n = 0; n < inputs_; ++n) describe(n);
  if (numbered_) describe_number(leaves.emplace_back(), shape);
  for (std::size_t first = 0; first < written; ++first) {
    std::swap(leaves[0], leaves[first]);
    bool const shifted = overlaps_shifted(leaves, shape);
    std::swap(leaves[0], leaves[first]);
    if (shifted)
      throw value_error(label_ +
                        ": an output lies in memory that another operand reads at other positions; "
                        "write to an array of its own");
  }
  int const width = backends::packet_width(largest);
  backends::iteration const it = plan_elementwise(leaves, shape, width);

  bool const host = compiler.dialect() == kernel_dialect::host;
  layout how{{}, it.outer_rank, host || !it.packed ? 0 : width};
  for (std::size_t n = 0; n < declared_.size(); ++n)
    how.steps += step_of(declared_[n], arguments[n], leaves[leaf_of[n]]);

  std::int64_t const piece = host ? host_piece : how.width;
  std::int64_t const pieces = piece ? (it.inner + piece - 1) / piece : 1;
  p.add(it.inner);
  p.add(it.rows);
  p.add(pieces);
  for (int axis = 0; axis < max_rank - 1; ++axis) p.add(it.outer[axis]);
  for (std::size_t n = 0; n < declared_.size(); ++n)
    p.add(declared_[n], arguments[n], types.of[n], leaves[leaf_of[n]]);
  if (numbered_) p.add_steps(leaves.back());
  if (placed_) {
    p.add(static_cast<std::int64_t>(shape.size()));
    for (std::size_t axis = 0; axis < max_rank; ++axis)
      p.add(axis < shape.size() ? shape[axis] : 0);
  }

  backends::operation const running(name_.c_str(), on, arguments);
  std::int64_t const block = how.width ? gpu_threads : gpu_threads * gpu_items;
  std::int64_t const work = how.width ? it.rows * pieces : it.rows * it.inner;
  planned_call call;
  call.kernel = compiled(compiler, on, types, how);
  call.size.blocks = host ? it.rows * pieces : (work + block - 1) / block;
  call.size.threads = host ? 1 : gpu_threads;
  call.size.early = reads_plainly_ && compiler.starts_early(on);
  if (key) calls_.keep(*key, p, call);
  compiler.launch(on, call.kernel, call.size, p.data(), p.bytes());
}

void* elementwise_kernel::compiled(backends::kernel_compiler& compiler, backends::queue& on,
                                   resolved_types const& types, layout const& how) const
{
  auto const dialect = compiler.dialect();
  std::string key = how.steps;
  for (dtype const type : types.of) key += static_cast<char>('a' + static_cast<int>(type));
  for (int const number : {static_cast<int>(dialect), how.outer_rank, how.width, on.device_index()})
    key += static_cast<char>('0' + number);
  std::lock_guard const one(compiling());
  void*& kernel = kernels_[key];
  if (!kernel)
    kernel = kernel_of(*library_of(compiler, on,
                                   {label_, text(dialect, types, how),
                                    compiler_flags(how_, dialect), how_.contract}),
                       exported(name_).c_str());
  return kernel;
}

std::string elementwise_kernel::text(kernel_dialect dialect, resolved_types const& types,
                                     layout const& how) const
{
  element_text element;
  for (std::size_t n = 0; n < declared_.size(); ++n)
    element.add({declared_[n].name, type_name(types.of[n]), value_name(types.of[n]), how.steps[n],
                 is_output(n)});
  if (numbered_) element.add_number();
  if (placed_)
    element.add_place();
  else if (counted_)
    element.add_count();
  bool const host = dialect == kernel_dialect::host;
  std::string s = prelude(dialect, host ? "elementwise_host" : "elementwise_gpu");
  if (has_atomics(how_, operation_)) add_prelude(s, "elementwise_atomics");
  s += opening(name_, types, how_, operation_);
  s += "namespace {\n" + element.text(name_, operation_, how.outer_rank, how.width) +
       "}  // namespace\n";
  if (host)
    s += "ACRE_JIT_EXPORT void " + exported(name_) +
         "(void const* given, long long begin, long long end, void*)\n"
         "{\n  acre::jit_kernel::run_rows<kernel>(given, begin, end);\n}\n";
  else
    s += "ACRE_JIT_EXPORT void __launch_bounds__(256) " + exported(name_) +
         "(kernel::parameters const p)\n"
         "{\n  acre::jit_kernel::" +
         (how.width ? "run_packed" : "run_elements") + "<kernel>(p);\n}\n";
  return s + "}  // namespace acre::math::user\n";
}

void run(elementwise_kernel const& kernel, backends::kernel_compiler& compiler,
         std::span<operand const> arguments)
{
  kernel.run(compiler, arguments);
}

int result_shape(elementwise_kernel const& kernel, std::span<operand const> inputs, int outputs,
                 std::span<std::int64_t> shape)
{
  return kernel.result_shape(inputs, outputs, shape);
}

std::shared_ptr<elementwise_kernel const> make_elementwise(std::string_view inputs,
                                                           std::string_view outputs,
                                                           std::string_view operation,
                                                           std::string_view name,
                                                           acre::jit::options const& how)
{
  return std::make_shared<elementwise_kernel const>(inputs, outputs, operation, name, how);
}
std::size_t input_count(elementwise_kernel const& kernel) { return kernel.input_count(); }
bool takes_number(elementwise_kernel const& kernel, std::size_t n)
{
  return kernel.takes_number(n);
}
std::vector<dtype> result_types(elementwise_kernel const& kernel, std::span<operand const> inputs)
{
  return kernel.result_types(inputs);
}

}  // namespace acre::detail::jit

namespace acre::jit {

elementwise::elementwise(std::string_view inputs, std::string_view outputs,
                         std::string_view operation, std::string_view name, options const& how)
    : kernel_(std::make_shared<acre::detail::jit::elementwise_kernel>(inputs, outputs, operation,
                                                                      name, how))
{}

}  // namespace acre::jit
