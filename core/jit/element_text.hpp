#pragma once

#include <string>
#include <vector>

namespace acre::detail::jit {

/// One element of an elementwise kernel as a class of C++, which the loops in
/// prelude/elementwise_*.hpp run.
class element_text {
 public:
  struct operand {
    std::string name, type;  // of its memory
    std::string value;       // of what the operation reads
    char step;  // along the inner axis: n a number, r raw, 0 none, 1 one element, s a stride;
                // or l: no memory, the value that kernel::values::mapped() gives
    bool is_output;
  };
  void add(operand const& one);
  /// `i`, the number of the element.
  void add_number();
  /// The operand _ind, whose size() is how many elements there are.
  void add_count();
  /// The same with get(), the index along each axis, and the shape: behind add_number(), whose
  /// parameters those of the shape follow.
  void add_place();
  /// The class `kernel`, and the operation as a function `element` of its operands.
  std::string text(std::string const& name, std::string const& operation, int outer_rank,
                   int width) const;

 private:
  void add_elements(operand const& one, std::string const& field);

  int count_ = 0;
  bool has_raw_ = false;
  // what has been written so far of kernel's parts
  std::string fields_, formal_, row_fields_, row_made_, values_, loads_, stores_, packets_,
      packet_loads_, packet_stores_, call_, packet_call_;
};

}  // namespace acre::detail::jit
