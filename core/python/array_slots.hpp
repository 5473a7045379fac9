#pragma once

#include <vector>

#include "python.hpp"

/// The slots of the type ndarray, by the sources that have them.
namespace acre::python {

void add_operator_slots(std::vector<PyType_Slot>& slots);
void add_index_slots(std::vector<PyType_Slot>& slots);
void add_buffer_slots(std::vector<PyType_Slot>& slots);

}  // namespace acre::python
