#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>

#include <algorithm>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>

#include "python.hpp"

namespace acre::python {

namespace {

/// What all threads share; each of a free-threaded Python's may be the first.
struct shared_state {
  std::recursive_mutex lock;
  std::unique_ptr<acre::runtime> kokkos;
  bool has_ended = false;
  /// Where arrays are made that name no device and are in no `with`: the process' choice. Each
  /// device that was chosen before stays, once, as threads hold on to it.
  std::deque<device> chosen_before;
  device const* chosen = nullptr;

  void choose(device const& wanted)
  {
    auto const known = std::ranges::find(chosen_before, wanted.name(), &device::name);
    chosen = known != chosen_before.end() ? &*known : &chosen_before.emplace_back(wanted);
  }
};
shared_state& shared()
{
  static auto& state = *new shared_state;
  return state;
}

/// Where this thread is: what it has entered, the innermost last, and the stream that it uses
/// beside that.
struct place {
  device where;
  bool is_stream;
};
thread_local std::deque<place> entered;  // (references to what is entered stay)
thread_local std::optional<device> used;
thread_local dynamic_space const* queue_here = nullptr;

void look_for_queue()
{
  if (!entered.empty())
    queue_here = entered.back().is_stream ? &entered.back().where.space() : nullptr;
  else
    queue_here = used ? &used->space() : nullptr;
}

/// At the interpreter's end, before its modules are taken apart: arrays may outlive Kokkos.
void end()
{
  used.reset();  // queues are let go of while they can be
  entered.clear();
  look_for_queue();
  unlocked([] {  // a GPU's last work may be a function of Python's
    end_streams();
    std::unique_ptr<acre::runtime> last;
    std::lock_guard const only_one(shared().lock);
    shared().has_ended = true;
    last = std::move(shared().kokkos);
  });
}

/// On a device the stream's queue is meant, if this thread has entered one there.
dynamic_space const& queue_of(dynamic_space const& space)
{
  if (queue_here && dynamic::is_same_device(space, *queue_here) &&
      std::string_view(name(space)) == name(*queue_here))
    return *queue_here;
  return space;
}

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

/// Asks no device: its first answer takes long, and starts a vendor's driver.
template <class... Gpu>
void add_names(acre::detail::type_list<host, Gpu...>, nb::list& all)
{
  (all.append(Gpu::name), ...);
}

/// The name of the device that is meant; of none of this build's, what it was called.
std::string found_name(device const& d)
{
  try {
    return device(d.space()).name();
  } catch (backend_error const&) {
    return d.name();
  }
}

}  // namespace

void start()
{
  std::lock_guard const only_one(shared().lock);
  if (shared().kokkos) return;
  if (shared().has_ended)
    throw backend_error("acre: the interpreter is at its end, and Kokkos has ended");
  shared().kokkos = std::make_unique<acre::runtime>();
}

device::device(dynamic_space const& space) : name_(name_of(space)), space_(space) {}

device::device(device const& other) : name_(other.name_)
{
  std::lock_guard const only_one(shared().lock);
  space_ = other.space_;
}
device& device::operator=(device const& other) { return *this = device(other); }

dynamic_space const& device::space() const
{
  std::lock_guard const only_one(shared().lock);
  if (!space_) {
    start();
    space_ = space_named(name_);
  }
  return *space_;
}

device const& default_device()
{
  if (!entered.empty()) return entered.back().where;
  if (used) return *used;
  std::lock_guard const only_one(shared().lock);
  if (!shared().chosen) {
    start();
    shared().choose(device(chosen_space()));
  }
  return *shared().chosen;
}

dynamic_space const& space_of(nb::handle of)
{
  if (of.is_none()) return default_device().space();
  device const* found = nullptr;
  if (nb::try_cast(of, found) && found) return queue_of(found->space());
  thread_local std::optional<device> made;
  return queue_of(device_of_object(of, made).space());
}

void enter(device const& where, bool is_stream)
{
  entered.push_back({where, is_stream});
  look_for_queue();
}
void leave()
{
  if (entered.empty())
    throw value_error("__exit__: this thread is in no with statement of a device or a stream");
  entered.pop_back();
  look_for_queue();
}
void use(std::optional<device> const& stream)
{
  if (entered.empty())
    used = stream;
  else
    entered.back() = {stream ? *stream : device(entered.back().where.name()), stream.has_value()};
  look_for_queue();
}
dynamic_space const* current_queue() { return queue_here; }

void operand::move_to(dynamic_space const& queue)
{
  if (dynamic::is_same_queue(queue, given_->space()) ||
      !dynamic::is_same_device(queue, given_->space()))
    return;
  unlocked_if(is_slow(queue), [&] { on_stream_ = dynamic::on_queue(queue, *given_); });
}
void operand::leave_stream()
{
  unlocked_if(is_slow(on_stream_->space()), [&] { on_stream_.reset(); });
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
            auto queues = streams_of(d.space());
            queues.push_back(d.space());
            std::exception_ptr first = untold_error_of(device(d.space()));  // by the name that a queue gives
            auto const keep = [&] {
              if (!first) first = std::current_exception();
            };
            for (auto const& queue : queues) {
              try {
                wait_for_work(queue);
              } catch (nb::python_error& e) {  // Ctrl-C leaves at once
                if (e.matches(PyExc_KeyboardInterrupt)) throw;
                keep();
              } catch (std::exception const&) {
                keep();
              }
            }
            if (first) std::rethrow_exception(first);
          },
          "Waits for all work, that of the device's streams too; raises what is pending, such as "
          "an index out of bounds: of several the first.")
      .def("__enter__",
           [](nb::handle self) {
             enter(nb::cast<device const&>(self), false);
             return nb::borrow(self);
           })
      .def("__exit__", [](device const&, nb::args) { leave(); })
      .def_prop_ro(
          "id", [](device const& d) { return dynamic::device_of(d.space()).index; },
          "Its number among its kind.")
      .def_prop_ro(
          "attributes",
          [](device const& d) {
            auto const facts = dynamic::device_of(d.space());
            nb::dict all;
            all["name"] = facts.name;
            all["compute_capability"] = facts.compute_capability;
            all["multiprocessors"] = facts.multiprocessors;
            all["memory"] = facts.memory;
            all["cache"] = facts.cache;
            all["warp_size"] = facts.warp_size;
            all["max_threads_per_block"] = facts.max_threads_per_block;
            all["max_shared_memory_per_block"] = facts.max_shared_memory_per_block;
            all["bus"] = facts.bus;
            return all;
          },
          "What is known of it: name, compute_capability ('9.0'; '' of a CPU), multiprocessors (of "
          "a CPU threads), memory and cache in bytes, warp_size, max_threads_per_block, "
          "max_shared_memory_per_block and bus.")
      .def_prop_ro(
          "compute_capability",
          [](device const& d) {
            auto text = dynamic::device_of(d.space()).compute_capability;
            std::erase(text, '.');
            return text;
          },
          "CuPy's: '90'; '' of a CPU.")
      .def_prop_ro(
          "mem_info",
          [](device const& d) {
            auto const memory = dynamic::memory_of(d.space());
            return nb::make_tuple(memory.available(), memory.total());
          },
          "Bytes that any program could still have, and all.")
      .def("__repr__", [](device const& d) { return "Device('" + d.name() + "')"; })
      .def("__str__", [](device const& d) { return d.name(); })
      .def("__hash__", [](device const& d) { return std::hash<std::string>()(found_name(d)); })
      .def(
          "__eq__",
          [](device const& d, nb::handle other) {
            std::optional<device> made;
            if (!nb::isinstance<device>(other) && !nb::isinstance<nb::str>(other)) return false;
            return found_name(d) == found_name(device_of_object(other, made));
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
    for (auto const* const kind : backends::host::kinds()) all.append(kind->name);
    add_names(all_spaces(), all);
    return all;
  });
  define(m, "default_device", [] { return default_device(); });
  define(m, "set_default_device", [](nb::handle of) {
    std::optional<device> made;
    device const wanted = device_of_object(of, made);
    wanted.space();
    std::lock_guard const only_one(shared().lock);
    shared().choose(wanted);
  });
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(end));
}

}  // namespace acre::python
