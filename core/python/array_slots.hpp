#pragma once

#include <vector>

#include "python.hpp"

/// The slots of the type ndarray, by the sources that have them.
namespace acre::python {

/// Python's PyType_Slot. That is a struct without a name, and nvcc has no vectors of such.
struct slot {
  int number;
  void* function;
};

void add_operator_slots(std::vector<slot>& slots);
void add_index_slots(std::vector<slot>& slots);
void add_buffer_slots(std::vector<slot>& slots);

}  // namespace acre::python
