#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>

#include "python.hpp"

namespace acre::python {

namespace {

std::optional<acre::runtime>& running()
{
  static std::optional<acre::runtime> kokkos;
  return kokkos;
}
bool has_ended = false;

/// At the interpreter's end, before its modules are taken apart: arrays may outlive Kokkos.
void end()
{
  has_ended = true;
  running().reset();
}

/// Where arrays are made that name no device: the innermost `with`, or else the process' choice.
std::optional<device>& chosen()
{
  static std::optional<device> choice;
  return choice;
}
thread_local std::vector<device> entered;

/// The name by which device() finds it again.
std::string name_of(dynamic_space const& space)
{
  return std::visit(
      []<class Space>(Space const& on) -> std::string {
        std::string name = acre::name_of(on);
        if constexpr (Space::host_accessible)
          return name;
        else
          return name + ":" + std::to_string(device_of(on).index);
      },
      space);
}

device const& device_of_object(nb::handle of, std::optional<device>& made)
{
  device const* found = nullptr;
  if (of.is_none()) return default_device();
  if (nb::try_cast(of, found) && found) return *found;
  if (!nb::isinstance<nb::str>(of))
    throw backend_error("device " + std::string(nb::repr(of).c_str()) +
                        " not understood: a device is acre.openmp, 'openmp', 'cuda:1' or x.device");
  return made.emplace(nb::cast<std::string>(of));
}

}  // namespace

void start()
{
  if (running()) return;
  if (has_ended) throw backend_error("acre: the interpreter is at its end, and Kokkos has ended");
  running().emplace();
}

device::device(dynamic_space const& space) : name_(name_of(space)), space_(space) {}

dynamic_space const& device::space() const
{
  if (!space_) {
    start();
    space_ = space_named(name_);
  }
  return *space_;
}

device const& default_device()
{
  if (!entered.empty()) return entered.back();
  if (!chosen()) {
    start();
    chosen().emplace(chosen_space());
  }
  return *chosen();
}

dynamic_space const& space_of(nb::handle of)
{
  if (of.is_none()) return default_device().space();
  device const* found = nullptr;
  if (nb::try_cast(of, found) && found) return found->space();
  thread_local std::optional<device> made;
  return device_of_object(of, made).space();
}

nb::object device_object(dynamic_space const& space) { return nb::cast(device(space)); }

void bind_devices(nb::module_& m)
{
  nb::class_<device>(m, "Device",
                     "Where arrays lie and work runs: acre.serial, acre.openmp, acre.cuda(1). In a "
                     "with statement it is the device of arrays that name none.")
      .def("__init__",
           [](device* self, nb::handle of) {
             std::optional<device> made;
             new (self) device(device_of_object(of, made));
           })
      .def_prop_ro("name", [](device const& d) { return device(d.space()).name(); })
      .def(
          "__call__",
          [](device const& d, int number) {
            auto const plain = d.name().substr(0, d.name().find(':'));
            device const numbered(plain + ":" + std::to_string(number));
            numbered.space();  // refuses one that isn't there
            return numbered;
          },
          nb::arg("number"), "The device of that number; of openmp one of so many threads.")
      .def(
          "synchronize",
          [](device const& d) {
            auto const& space = d.space();
            unlocked([&] { std::visit([](auto const& on) { on.fence(); }, space); });
          },
          "Waits for all work; raises what is pending, such as an index out of bounds.")
      .def("__enter__",
           [](nb::handle self) {
             entered.push_back(nb::cast<device const&>(self));
             return nb::borrow(self);
           })
      .def("__exit__", [](device const&, nb::args) { entered.pop_back(); })
      .def("__repr__", [](device const& d) { return "Device('" + d.name() + "')"; })
      .def("__str__", [](device const& d) { return d.name(); })
      .def("__hash__",
           [](device const& d) { return std::hash<std::string>()(device(d.space()).name()); })
      .def(
          "__eq__",
          [](device const& d, nb::handle other) {
            std::optional<device> made;
            if (!nb::isinstance<device>(other) && !nb::isinstance<nb::str>(other)) return false;
            return device(d.space()).name() == device(device_of_object(other, made).space()).name();
          },
          nb::arg().none())
      .def("__reduce__", [](nb::handle self) {
        return nb::make_tuple(self.type(), nb::make_tuple(nb::str(self)));
      });
  define(m, "devices", [] {
    start();
    nb::list all;
    for (auto const& space : spaces())
      for (auto const& each : space.devices)
        all.append(device(parse_space(space.name).number || space.devices.size() > 1
                              ? space.name + ":" + std::to_string(each.index)
                              : space.name));
    return nb::tuple(all);
  });
  define(m, "space_names", [] {
    nb::list all;
    for (auto const& space : spaces()) all.append(space.name);
    return all;
  });
  define(m, "default_device", [] { return default_device(); });
  define(m, "set_default_device", [](nb::handle of) {
    std::optional<device> made;
    device const wanted = device_of_object(of, made);
    wanted.space();
    chosen() = wanted;
  });
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(end));
}

}  // namespace acre::python
