#include "python.hpp"

namespace acre::python {

namespace {

/// CuPy's MemoryPool: the memory of a device, or the pinned memory for it.
struct memory_pool {
  device_memory of;
};

}  // namespace

void bind_memory(nb::module_& m)
{
  nb::class_<memory_pool>(m, "MemoryPool",
                          "The memory that a device's arrays take: get_default_memory_pool() gives "
                          "it. Memory that is freed "
                          "stays for the next array.")
      .def(
          "__init__",
          [](memory_pool* self, nb::handle) {
            new (self) memory_pool{dynamic::memory_of(space_of(nb::none()))};
          },
          nb::arg("allocator").none() = nb::none())
      .def(
          "used_bytes", [](memory_pool const& p) { return p.of.used(); },
          "Bytes of what is in use.")
      .def(
          "free_bytes", [](memory_pool const& p) { return p.of.reserved() - p.of.used(); },
          "Bytes that are kept for the next use.")
      .def(
          "total_bytes", [](memory_pool const& p) { return p.of.reserved(); }, "Both.")
      .def(
          "peak_bytes", [](memory_pool const& p) { return p.of.peak(); },
          "The most that was ever in use, or since reset_peak().")
      .def("reset_peak", [](memory_pool const& p) { p.of.reset_peak(); })
      .def(
          "n_free_blocks", [](memory_pool const& p) { return p.of.free_blocks(); },
          "Pieces of memory that are kept.")
      .def(
          "free_all_blocks",
          [](memory_pool const& p, nb::handle) { return unlocked([&] { return p.of.release(); }); },
          nb::arg("stream").none() = nb::none(),
          "Gives what is kept back to the device, for other programs; returns the bytes.")
      .def(
          "set_limit",
          [](memory_pool const& p, nb::handle size, nb::handle fraction) {
            if (size.is_none() == fraction.is_none())
              throw value_error(
                  "set_limit takes either size=, in bytes, or fraction=, of the device's memory");
            if (!fraction.is_none()) {
              auto const part = nb::cast<double>(fraction);
              if (!(part > 0 && part <= 1))
                throw value_error("set_limit: fraction " + std::string(nb::repr(fraction).c_str()) +
                                  " is not above 0 and up to 1");
              return p.of.set_limit_percent(100 * part);
            }
            auto const bytes = nb::cast<std::int64_t>(size);
            if (bytes < 0)
              throw value_error("set_limit: size " + std::to_string(bytes) + " is negative");
            bytes == 0 ? p.of.remove_limit() : p.of.set_limit(static_cast<std::size_t>(bytes));
          },
          nb::arg("size").none() = nb::none(), nb::arg("fraction").none() = nb::none(),
          "Bytes that total_bytes() may reach, or a fraction of the device's memory; an array "
          "beyond "
          "that is a MemoryError. size=0 removes the limit.")
      .def(
          "get_limit", [](memory_pool const& p) { return p.of.limit().value_or(0); },
          "Bytes; 0 where there is no limit.")
      .def(
          "report", [](memory_pool const& p) { return p.of.report(); },
          "A table of the memory in use, largest first.");
  define(m, "get_default_memory_pool",
         [](nb::handle on) { return memory_pool{dynamic::memory_of(space_of(on))}; });
  define(m, "empty_pinned", [](nb::handle shape, nb::handle type, nb::handle on) {
    auto const& space = space_of(on);
    auto const wanted = dtype_of_object(type);
    auto const extents = integers_of(shape);
    return unlocked([&] { return dynamic::empty_pinned(space, wanted, extents); });
  });
  define(m, "get_default_pinned_memory_pool",
         [](nb::handle on) { return memory_pool{dynamic::pinned_memory_of(space_of(on))}; });
}

}  // namespace acre::python
