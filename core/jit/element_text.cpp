#include "element_text.hpp"

#include "text.hpp"

namespace acre::detail::jit {

void element_text::add(operand const& one)
{
  std::string const field = 'a' + std::to_string(count_), comma = count_ ? ", " : "";
  ++count_;
  for (std::string* list : {&formal_, &call_, &packet_call_}) *list += comma;
  if (one.step == 'n') {
    fields_ += "    acre::jit_kernel::number<" + one.type + "> " + field + ";\n";
    formal_ += one.value + " const " + one.name;
    call_ += "p." + field + ".value()";
    packet_call_ += "p." + field + ".value()";
  } else if (one.step == 'r') {
    has_raw_ = true;
    std::string const type =
        "acre::jit_kernel::raw<" + one.type + (one.is_output ? ">" : " const>");
    fields_ += "    " + type + ' ' + field + ";\n";
    formal_ += type + " const& " + one.name;
    call_ += "p." + field;
    packet_call_ += "p." + field;
  } else if (one.step == 'l') {
    formal_ += one.type + "& " + one.name;
    values_ += "    " + one.type + ' ' + field + ";\n    KOKKOS_INLINE_FUNCTION " + one.type +
               " mapped() const { return " + field + "; }\n";
    call_ += field;
    packets_ += "    " + one.type + ' ' + field + "[width];\n    KOKKOS_INLINE_FUNCTION " +
                one.type + " mapped(int w) const { return " + field + "[w]; }\n";
    packet_call_ += field + "[w]";
  } else {
    add_elements(one, field);
  }
}

void element_text::add_elements(operand const& one, std::string const& field)
{
  std::string const pointed = one.is_output ? one.type : one.type + " const";
  fields_ += "    acre::jit_kernel::elements<" + pointed + "> " + field + ";\n";
  formal_ += one.is_output ? one.type + "& " + one.name : one.value + " const " + one.name;
  row_fields_ += "    " + pointed + "* " + field + ";\n";
  row_made_ += "      " + field + " = p." + field + ".row(at);\n";
  std::string place = "r." + field;
  if (one.step == 's') {
    row_fields_ += "    index_t step_" + field + ";\n";
    row_made_ += "      step_" + field + " = p." + field + ".step.inner;\n";
    place += "[j * r.step_" + field + ']';
  } else {
    place += one.step == '1' ? "[j]" : "[0]";
  }
  values_ += "    " + one.type + ' ' + field + ";\n";
  loads_ += "      " + field + " = " + place + ";\n";
  if (one.is_output) stores_ += "      " + place + " = " + field + ";\n";
  call_ += field;
  if (one.step == '1') {
    std::string const packet = "acre::jit_kernel::packet<" + one.type + ", width>";
    packets_ += "    " + packet + ' ' + field + ";\n";
    packet_loads_ +=
        "      " + field + " = *reinterpret_cast<" + packet + " const*>(r." + field + " + j);\n";
    if (one.is_output)
      packet_stores_ +=
          "      *reinterpret_cast<" + packet + "*>(r." + field + " + j) = " + field + ";\n";
    packet_call_ += field + ".v[w]";
  } else {
    packets_ += "    " + one.type + ' ' + field + ";\n";
    packet_loads_ += "      " + field + " = " + place + ";\n";
    packet_call_ += field;
  }
}

void element_text::add_number()
{
  fields_ += "    acre::jit_kernel::steps number;\n";
  formal_ += formal_.empty() ? "index_t const i" : ", index_t const i";
  row_fields_ += "    index_t first;\n";
  row_made_ += "      first = p.number.offset(at);\n";
  std::string const comma = count_ ? ", " : "";
  call_ += comma + "r.first + j * p.number.inner";
  packet_call_ += comma + "r.first + (j + w) * p.number.inner";
}

void element_text::add_count()
{
  std::string const comma = formal_.empty() ? "" : ", ";
  formal_ += comma + "acre::jit_kernel::element_count const _ind";
  std::string const call = comma + "acre::jit_kernel::element_count{p.loops.inner * p.loops.rows}";
  call_ += call;
  packet_call_ += call;
}

void element_text::add_place()
{
  fields_ += "    acre::jit_kernel::element_shape shape;\n";
  formal_ += ", acre::jit_kernel::element_place const _ind";
  auto const call = [](std::string const& place) {
    return ", acre::jit_kernel::element_place(p.loops.inner * p.loops.rows, r.first + " + place +
           " * p.number.inner, p.shape)";
  };
  call_ += call("j");
  packet_call_ += call("(j + w)");
}

std::string element_text::text(std::string const& name, std::string const& operation,
                               int outer_rank, int width) const
{
  auto const members = [](std::string const& type, std::string const& fields,
                          std::string const& loads, std::string const& call,
                          std::string const& stores) {
    return "  struct " + type + " {\n" + fields + "    " + type +
           "() = default;\n"
           "    KOKKOS_INLINE_FUNCTION " +
           type + "(row const& r, index_t j)\n    {\n" + loads +
           "    }\n"
           "    KOKKOS_INLINE_FUNCTION void compute(parameters const& p, row const& r, index_t j)\n"
           "    {\n" +
           call +
           "    }\n"
           "    KOKKOS_INLINE_FUNCTION void store(row const& r, index_t j) const\n    {\n" +
           stores + "    }\n  };\n";
  };
  std::string s =
      "using acre::jit_kernel::index_t;\nKOKKOS_INLINE_FUNCTION void element(" + formal_ + ")\n{" +
      // `continue`, which is CuPy's for the next element, leaves it
      "do {" + line(name) + operation + "\n;" + line("acre") +
      "} while (false);\n}\n"
      "struct kernel {\n  static constexpr int outer_rank = " +
      std::to_string(outer_rank) + ", width = " + std::to_string(width) +
      ";\n  static constexpr bool has_raw = " + (has_raw_ ? "true" : "false") +
      ";\n  struct parameters {\n    acre::jit_kernel::loops loops;\n" + fields_ +
      "  };\n  struct row {\n" + row_fields_ +
      "    row() = default;\n"
      "    KOKKOS_INLINE_FUNCTION row(parameters const& p,\n"
      "                               acre::jit_kernel::row_place<outer_rank> const& at)\n"
      "    {\n" +
      row_made_ + "    }\n  };\n" +
      members("values", values_, loads_, "      element(" + call_ + ");\n", stores_);
  if (width)
    s += members(
        "packets", packets_, packet_loads_,
        "#pragma unroll\n      for (int w = 0; w < width; ++w) element(" + packet_call_ + ");\n",
        packet_stores_);
  return s + "};\n";
}

}  // namespace acre::detail::jit
