#include <acre/backends/host_common/rows.hpp>

#include <cstring>

namespace acre::backends::host {

namespace {

template <int Size>
struct bytes {
  alignas(Size) unsigned char v[Size];
};

template <int Size>
void lay_out_one(char const* from, std::int64_t step, int count, int all, bool begins, char* to)
{
  using item = bytes<Size>;
  auto* const into = reinterpret_cast<item*>(to);
  if (step == 0) {
    if (!begins) return;
    item value;
    std::memcpy(&value, from, Size);
    for (int i = 0; i < all; ++i) into[i] = value;
  } else if (step == -Size) {
    auto const* const last = reinterpret_cast<item const*>(from - std::int64_t{count - 1} * Size);
    for (int i = 0; i < count; ++i) into[i] = last[count - 1 - i];
  } else {
    for (int i = 0; i < count; ++i) std::memcpy(&into[i], from + i * step, Size);
  }
}

}  // namespace

void lay_out(laid_out_operands const& rows, position const& at, std::int64_t first, int count,
             bool begins, char* to)
{
  for (int n = 0; n < rows.count; ++n) {
    laid_out const& part = rows.part[n];
    std::int64_t offset = first * part.inner;
    for (int axis = 0; axis < at.rank; ++axis) offset += at.index[axis] * part.outer[axis];
    auto const* const from = reinterpret_cast<char const*>(part.from + offset);
    char* const into = to + part.offset;
    // what is constant is written for the row's pieces to come, none longer than its first
    switch (part.size) {
      case 1:
        lay_out_one<1>(from, part.inner, count, count, begins, into);
        break;
      case 2:
        lay_out_one<2>(from, part.inner, count, count, begins, into);
        break;
      case 4:
        lay_out_one<4>(from, part.inner, count, count, begins, into);
        break;
      case 8:
        lay_out_one<8>(from, part.inner, count, count, begins, into);
        break;
      default:
        lay_out_one<16>(from, part.inner, count, count, begins, into);
    }
  }
}

}  // namespace acre::backends::host
