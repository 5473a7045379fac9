/// Parts of the kernels of jit::elementwise; parameters are written by core/jit in the order in
/// which they stand here, in words of 8 bytes.
namespace acre::jit_kernel {

using index_t = std::int64_t;

/// The loops: rows × inner; a row is cut into `pieces` for the blocks.
struct loops {
  index_t inner, rows, pieces, outer[7];
};

ACRE_MATH_NOINLINE index_t long_quotient(index_t n, index_t by) { return n / by; }

/// n / by, of which neither is negative; 32-bit division is several times faster on a GPU.
KOKKOS_INLINE_FUNCTION index_t quotient(index_t n, index_t by)
{
  if (n <= 0xffffffff && by <= 0xffffffff)
    return static_cast<std::uint32_t>(n) / static_cast<std::uint32_t>(by);
  return long_quotient(n, by);
}

/// Index along each of `Rank` outer axes.
template <int Rank>
struct row_place {
  index_t index[Rank > 0 ? Rank : 1];
};

template <int Rank>
KOKKOS_INLINE_FUNCTION row_place<Rank> place_of(loops const& l, index_t row)
{
  row_place<Rank> at{};
  for (int axis = Rank - 1; axis > 0; --axis) {
    index_t const next = quotient(row, l.outer[axis]);
    at.index[axis] = row - next * l.outer[axis];
    row = next;
  }
  if constexpr (Rank > 0) at.index[0] = row;
  return at;
}

/// Something that advances with the loops.
struct steps {
  index_t inner, outer[7];

  template <int Rank>
  KOKKOS_INLINE_FUNCTION index_t offset(row_place<Rank> const& at) const
  {
    index_t sum = 0;
    for (int axis = 0; axis < Rank; ++axis) sum += at.index[axis] * outer[axis];
    return sum;
  }
};

/// CuPy's _ind: how many elements there are,
struct element_count {
  index_t count;
  KOKKOS_INLINE_FUNCTION index_t size() const { return count; }
};
struct element_shape {
  index_t rank, extent[8];
};
/// and which of them this one is, along each axis.
struct element_place : element_count {
  index_t ndim, at[8], extent[8];

  KOKKOS_INLINE_FUNCTION element_place(index_t count_of, index_t number, element_shape const& of)
      : element_count{count_of}, ndim(of.rank)
  {
    for (int axis = 7; axis >= 0; --axis) {
      extent[axis] = of.extent[axis];
      at[axis] = 0;
      if (axis >= of.rank) continue;
      index_t const next = axis == 0 ? 0 : quotient(number, of.extent[axis]);
      at[axis] = number - next * of.extent[axis];
      number = next;
    }
  }
  KOKKOS_INLINE_FUNCTION index_t const* get() const { return at; }
  KOKKOS_INLINE_FUNCTION index_t const* shape() const { return extent; }
};

template <class T>
struct elements {
  T* data;
  steps step;

  template <int Rank>
  KOKKOS_INLINE_FUNCTION T* row(row_place<Rank> const& at) const
  {
    return data + step.offset(at);
  }
};

template <class T>
struct number {
  alignas(8) unsigned char bytes[16];

  KOKKOS_INLINE_FUNCTION T value() const
  {
    T v;
    auto* const to = reinterpret_cast<unsigned char*>(&v);
    for (unsigned k = 0; k < sizeof v; ++k) to[k] = bytes[k];
    return v;
  }
};

/// An operand that the kernel indexes itself: x[k], the k-th element in C order; x(i, j, …); x[at],
/// where `at` is a list of its index along each axis.
template <class T>
struct raw {
  T* data;
  index_t count, rank, extent[8], stride[8];

  KOKKOS_INLINE_FUNCTION index_t size() const { return count; }
  KOKKOS_INLINE_FUNCTION T& operator[](index_t k) const
  {
    if (rank == 1) return data[k * stride[0]];
    index_t offset = 0;
    for (int axis = 7; axis >= 0; --axis) {
      if (axis >= rank) continue;
      index_t const next = axis == 0 ? 0 : k / extent[axis];
      offset += (k - next * extent[axis]) * stride[axis];
      k = next;
    }
    return data[offset];
  }
  template <class Index>
  KOKKOS_INLINE_FUNCTION T& operator[](Index const* at) const
  {
    index_t offset = 0;
    for (int axis = 0; axis < 8; ++axis)
      if (axis < rank) offset += static_cast<index_t>(at[axis]) * stride[axis];
    return data[offset];
  }
  template <class... Index>
  KOKKOS_INLINE_FUNCTION T& operator()(Index... index) const
  {
    index_t const at[] = {static_cast<index_t>(index)...};
    index_t offset = 0;
    for (int axis = 0; axis < static_cast<int>(sizeof...(Index)); ++axis)
      offset += at[axis] * stride[axis];
    return data[offset];
  }
};

template <class T, int W>
struct alignas(sizeof(T) * W <= 16 ? sizeof(T) * W : 16) packet {
  T v[W];
};

}  // namespace acre::jit_kernel
