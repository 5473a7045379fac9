#include <acre/backends/common/operation.hpp>
#include <acre/error.hpp>
#include <acre/jit/detail/untyped.hpp>
#include <acre/jit/module.hpp>

#include <map>

#include "call.hpp"
#include "library.hpp"
#include "text.hpp"
#include "text_of_cuda.hpp"

namespace acre::jit {

struct module::text {
  std::string source;
  options how;
};

}  // namespace acre::jit

namespace acre::detail::jit {

using backends::kernel_dialect;

namespace {

/// The function's own word of "saxpy", "saxpy<float, 4>" and "space::saxpy<float>"; empty of what
/// is no such name.
std::string function_of(std::string_view name)
{
  std::size_t const bracket = std::min(name.find('<'), name.size());
  std::string_view const in = name.substr(0, bracket), arguments = name.substr(bracket);
  int depth = 0;
  for (char const c : arguments) {
    bool const is_of_type = is_identifier({&c, 1}) || (c >= '0' && c <= '9') ||
                            std::string_view(" ,:*-").find(c) != std::string_view::npos;
    if (c != '<' && c != '>' && !is_of_type) return {};
    depth += (c == '<') - (c == '>');
  }
  if (depth != 0 || (!arguments.empty() && !arguments.ends_with('>'))) return {};
  std::string_view word = in;
  for (std::size_t at; (at = word.find("::")) != word.npos; word.remove_prefix(at + 2))
    if (!is_identifier(word.substr(0, at))) return {};
  return is_identifier(word) ? std::string(word) : std::string();
}

}  // namespace

class module_kernel {
 public:
  module_kernel(std::string_view source, acre::jit::options const& how, std::string_view name)
      : name_(name),
        function_(function_of(name)),
        label_("jit::module's kernel " + std::string(name)),
        source_(source),
        how_(how)
  {
    if (function_.empty() || !has_word(source, function_))
      throw value_error("jit::module: the text has no kernel '" + name_ + "'");
    is_cuda_ = has_cuda_kernel(source);
    if (!is_cuda_) return;
    cuda_text text = from_cuda(source_, function_);
    source_ = std::move(text.source);
    parameters_ = std::move(text.parameters);
    waits_ = text.waits;
    has_words_of_waiting_ = text.has_words_of_waiting;
    has_dynamic_shared_ = text.has_dynamic_shared;
  }
  void run(backends::kernel_compiler& compiler, backends::queue& on, launch_size const& size,
           std::span<operand const> arguments) const;
  /// A kernel of acre's dialect takes one where its text does.
  bool takes_number(std::size_t n) const
  {
    return !is_cuda_ || (n < parameters_.size() && !parameters_[n].is_pointer);
  }

 private:
  void require_shared(std::size_t scratch, kernel_dialect dialect) const;
  void require_parameters(std::span<operand const> arguments) const;
  std::string text(kernel_dialect dialect, std::span<operand const> arguments, int threads) const;

  std::string name_, function_, label_, source_;
  std::vector<cuda_parameter> parameters_;  // of a kernel in CUDA's C
  bool is_cuda_ = false, waits_ = false, has_words_of_waiting_ = false, has_dynamic_shared_ = false;
  acre::jit::options how_;
  mutable std::map<std::string, void*> kernels_;  // under compiling()
};

void module_kernel::run(backends::kernel_compiler& compiler, backends::queue& on,
                        launch_size const& size, std::span<operand const> arguments) const
{
  require_few(label_, arguments.size());
  if (is_cuda_) require_parameters(arguments);
  if (has_dynamic_shared_) require_shared(size.scratch, compiler.dialect());
  parameters p;
  for (extent3 const& extents : {size.grid, size.block})
    for (std::int64_t const extent : {extents.x, extents.y, extents.z}) p.add(extent);
  p.add(static_cast<std::int64_t>(size.scratch));
  auto const dialect = compiler.dialect();
  int const threads = size.block.size() <= 256 ? 256 : 1024;
  std::string key{static_cast<char>('0' + static_cast<int>(dialect)),
                  static_cast<char>('0' + on.device_index()), threads == 256 ? 's' : 'l'};
  for (operand const& o : arguments) {
    key += static_cast<char>('a' + static_cast<int>(o.type));
    if (!o.queue) {
      key += 'n';
      p.add(o);
      continue;
    }
    key += static_cast<char>('0' + o.shape.size());
    p.add(o.data);
    for (auto const list : {o.shape, o.strides}) {
      for (std::int64_t const word : list) p.add(word);
      if (list.empty()) p.add(std::int64_t{0});
    }
  }
  backends::operation const running(name_.c_str(), on, arguments);
  void* kernel = nullptr;
  {
    std::lock_guard const one(compiling());
    void*& known = kernels_[key];
    if (!known)
      known = kernel_of(*library_of(compiler, on,
                                    {label_, text(dialect, arguments, threads),
                                     compiler_flags(how_, dialect), how_.contract}),
                        exported(function_).c_str());
    kernel = known;
  }
  compiler.launch(on, kernel, {size.grid.size(), static_cast<int>(size.block.size()), size.scratch},
                  p.data(), p.bytes());
}

void module_kernel::require_shared(std::size_t scratch, kernel_dialect dialect) const
{
  constexpr std::size_t most = 1 << 18;  // dynamic_shared_most of prelude/cuda_waiting_host.hpp
  if (scratch == 0)
    throw launch_error(label_ +
                       " has extern __shared__ memory, and the launch gives it no bytes: "
                       "say how many (jit::launch_size's scratch; shared_mem in Python)");
  if (dialect == kernel_dialect::host && scratch > most)
    throw launch_error("scratch of " + std::to_string(scratch) + " bytes exceeds the limit of " +
                       std::to_string(most) + " bytes of extern __shared__ memory on a CPU");
}

bool lies_in_c_order(operand const& o)
{
  std::int64_t step = 1;
  for (std::size_t axis = o.shape.size(); axis-- > 0; step *= o.shape[axis])
    if (o.shape[axis] != 1 && o.strides[axis] != step) return step == 0;
  return true;
}

/// Throws value_error and dtype_error, before a compiler speaks of templates.
void module_kernel::require_parameters(std::span<operand const> arguments) const
{
  if (arguments.size() != parameters_.size()) {
    std::string list;
    for (auto const& each : parameters_) list += (list.empty() ? "" : ", ") + each.text;
    throw value_error(label_ + " takes " + std::to_string(parameters_.size()) + " arguments (" +
                      list + "), and was given " + std::to_string(arguments.size()));
  }
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    auto const& [text, is_pointer, type] = parameters_[n];
    operand const& o = arguments[n];
    std::string const of =
        label_ + ": argument " + std::to_string(n + 1) + " is '" + text + "', and was given ";
    if (is_pointer && !o.queue) throw value_error(of + "a number: it takes an array");
    if (is_pointer && type && *type != o.type)
      throw dtype_error(of + "an array of " + name_of(o.type));
    if (is_pointer && !lies_in_c_order(o))
      throw value_error(
          of +
          "an array whose elements do not lie side by side in C order, which an address "
          "says nothing of: contiguous(x) (ascontiguousarray in Python), or array_ref of "
          "acre's own kernels, which knows strides");
    if (!is_pointer && type && o.queue && !o.shape.empty())
      throw value_error(of + "an array: it takes a number");
  }
}

std::string module_kernel::text(kernel_dialect dialect, std::span<operand const> arguments,
                                int threads) const
{
  bool const host = dialect == kernel_dialect::host;
  std::string s = host ? prelude(dialect, "module_host") : prelude(dialect, "blocks");
  if (host) add_prelude(s, "blocks");
  add_prelude(s, "module");
  if (host && has_words_of_waiting_)
    add_prelude(s, "cuda_waiting_host");  // before words of CUDA's are macros
  if (is_cuda_) add_prelude(s, "cuda");
  resolved_types types;
  for (operand const& o : arguments) types.of.push_back(o.type);
  s += opening(name_, types, how_, source_) + line(name_) + source_;
  s += without_macros(how_);
  if (is_cuda_) s += after_cuda();
  s += line("acre");
  std::string fields, call;
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    operand const& o = arguments[n];
    std::string const field = 'a' + std::to_string(n), type = type_name(o.type);
    fields += o.queue ? "  acre::array_ref<" + type + ", " + std::to_string(o.shape.size()) + "> "
                      : "  acre::jit_kernel::number<" + type + "> ";
    fields += field + ";\n";
    call += ", p." + field + (o.queue ? "" : ".value()");
  }
  s += "namespace {\nstruct acre_parameters {\n  extent3 grid, block;\n  std::int64_t scratch;\n" +
       fields +
       "};\n"
       // of a block, or else of each of its threads
       "template <class AcreBlock, class... AcreA>\n"
       "KOKKOS_INLINE_FUNCTION auto acre_call(int, AcreBlock& acre_block, AcreA const&... acre_a)\n"
       "  -> decltype(" +
       name_ + "(acre_block, acre_a...), void())\n{\n  " + name_ +
       "(acre_block, acre_a...);\n}\n"
       "template <class AcreBlock, class... AcreA>\n"
       "KOKKOS_INLINE_FUNCTION void acre_call(long, AcreBlock& acre_block, AcreA const&... "
       "acre_a)\n{\n"
       "  " +
       (waits_ && host ? "jit_kernel::waiting_block::here().run(acre_block, [&]"
                       : "acre_block.without_barrier([&]") +
       "(launch_thread const& acre_t) { " + name_ +
       "(acre_t, acre_a...); });\n}\n}  // namespace\n";
  if (host)
    s += "ACRE_JIT_EXPORT void " + exported(function_) +
         "(void const* given, long long begin, long long end, void* scratch)\n{\n"
         "  auto const& p = *static_cast<acre_parameters const*>(given);\n"
         "  for (long long number = begin; number < end; ++number) {\n"
         "    thread_block block(p.grid, p.block, backends::unravel3(number, p.grid),\n"
         "                       static_cast<unsigned char*>(scratch), p.scratch);\n"
         "    acre_call(0, block" +
         call + ");\n  }\n}\n";
  else
    s += "ACRE_JIT_EXPORT void __launch_bounds__(" + std::to_string(threads) + ") " +
         exported(function_) +
         "(acre_parameters const p)\n{\n"
         "  extern __shared__ __align__(16) unsigned char block_scratch[];\n"
         "  thread_block block(p.grid, p.block, backends::unravel3(blockIdx.x, p.grid),\n"
         "                     block_scratch, p.scratch);\n  acre_call(0, block" +
         call + ");\n}\n";
  return s + "}  // namespace acre::math::user\n";
}

void run(module_kernel const& kernel, backends::kernel_compiler& compiler, backends::queue& on,
         launch_size const& size, std::span<operand const> arguments)
{
  kernel.run(compiler, on, size, arguments);
}

bool takes_number(module_kernel const& kernel, std::size_t n) { return kernel.takes_number(n); }

std::shared_ptr<module_kernel const> make_module_kernel(std::string_view source,
                                                        std::string_view name,
                                                        acre::jit::options const& how)
{
  return std::make_shared<module_kernel const>(source, how, name);
}

}  // namespace acre::detail::jit

namespace acre::jit {

module::module(std::string_view source,
               options const& how) :text_(std::make_shared<text const>(text{std::string(source),
                                                                            how}))
{}

kernel module::kernel(std::string_view name) const
{
  return jit::kernel(acre::detail::jit::make_module_kernel(text_->source, name, text_->how));
}

}  // namespace acre::jit
