#include <acre/dynamic/dlpack.hpp>

#include <algorithm>
#include <deque>
#include <mutex>

#include "python.hpp"

namespace acre::python {

namespace {

/// CuPy's Stream: a queue of a device; of a null stream the device's own.
struct stream {
  device where;  // its space is the queue
  bool is_null;
  bool is_new;  // the queue was made for it

  stream(device on, bool null, bool with_new_queue = false)
      : where(std::move(on)), is_null(null), is_new(with_new_queue)
  {
    std::lock_guard const only_one(lock());
    live().push_back(this);
  }
  stream(stream const&) = delete;
  ~stream()
  {
    std::lock_guard const only_one(lock());
    std::erase(live(), this);
    if (is_new && !has_ended()) retire();
  }
  dynamic_space const& queue() const { return where.space(); }

  static bool& has_ended()
  {
    static bool ended = false;
    return ended;
  }
  /// Device.synchronize waits for what is left of the queue, and tells its error.
  void retire() noexcept
  {
    auto& all = gone();
    try {
      all.push_back(queue());
      for (auto it = all.begin(); all.size() > most_gone && it != all.end();) {
        if (!dynamic::is_idle(*it)) {
          ++it;
          continue;
        }
        dynamic_space const done = *it;
        it = all.erase(it);
        try {
          dynamic::fence(done);
        } catch (std::exception const&) {
          untold().emplace_back(device(done).name(), std::current_exception());
        }
      }
    } catch (std::exception const&) {  // a device that is lost tells so at the next call
    }
  }
  /// Errors of queues that are no longer there, and their devices' names: the first of a device is
  /// told at its synchronize.
  static std::vector<std::pair<std::string, std::exception_ptr>>& untold()
  {
    static auto& all = *new std::vector<std::pair<std::string, std::exception_ptr>>;
    return all;
  }
  /// Queues whose Stream objects are gone; at most so many whose work was done by then stay.
  static constexpr std::size_t most_gone = 32;
  static std::deque<dynamic_space>& gone()
  {
    static auto& all = *new std::deque<dynamic_space>;
    return all;
  }
  static std::mutex& lock()
  {
    static auto& only = *new std::mutex;
    return only;
  }
  static std::vector<stream const*>& live()
  {
    static auto& all = *new std::vector<stream const*>;
    return all;
  }
};

/// CuPy's Event, which is recorded again and again.
struct timed_event {
  event last;

  event const& recorded() const
  {
    if (!last.is_recorded())
      throw value_error("this event has not been recorded yet: event.record() does that");
    return last;
  }
};

/// A device's own queue, where one is named, or else that of the device here.
dynamic_space queue_of_device(nb::handle on)
{
  device const* found = nullptr;
  if (nb::try_cast(on, found) && found) return device(found->name()).space();
  if (!on.is_none()) return space_of(on);
  return device(default_device().name()).space();
}

nb::object null_stream(nb::handle on)
{
  return nb::cast(new stream(device(queue_of_device(on)), true), nb::rv_policy::take_ownership);
}

/// Of this thread: what it has entered or uses, or else the null stream of the device here.
nb::object current_stream()
{
  if (!current_queue()) return null_stream(nb::none());
  return nb::cast(new stream(device(*current_queue()), false), nb::rv_policy::take_ownership);
}

[[noreturn]] void refuse_type(char const* wanted, nb::handle x)
{
  throw dtype_error(std::string("an ") + wanted + " is wanted, not " +
                    std::string(nb::cast<std::string_view>(x.type().attr("__name__"))));
}

stream const& stream_of(nb::handle x, nb::object& made)
{
  stream const* found = nullptr;
  if (!x.is_none() && nb::try_cast(x, found) && found) return *found;
  if (!x.is_none()) refuse_type("acre.Stream", x);
  made = current_stream();
  return nb::cast<stream const&>(made);
}

event recorded_on(stream const& s)
{
  return unlocked([&] { return dynamic::record(s.queue()); });
}

std::int64_t native(stream const& s) { return dynamic::dlpack_stream(s.queue()).value_or(0); }

}  // namespace

std::vector<dynamic_space> streams_of(dynamic_space const& on_device)
{
  std::vector<dynamic_space> all;
  std::lock_guard const only_one(stream::lock());
  for (auto const& each : stream::gone())
    if (dynamic::is_same_device(each, on_device)) all.push_back(each);
  for (auto const* const each : stream::live())
    if (dynamic::is_same_device(each->queue(), on_device)) all.push_back(each->queue());
  return all;
}

std::exception_ptr untold_error_of(device const& d)
{
  std::lock_guard const only_one(stream::lock());
  auto& all = stream::untold();
  std::exception_ptr first;
  for (auto const& [name, error] : all)
    if (!first && name == d.name()) first = error;
  std::erase_if(all, [&](auto const& each) { return each.first == d.name(); });
  return first;
}

void end_streams()
{
  std::lock_guard const only_one(stream::lock());
  stream::has_ended() = true;
  stream::gone().clear();
  stream::untold().clear();
}

void bind_streams(nb::module_& m)
{
  nb::class_<timed_event>(m, "Event",
                          "A point in a stream's work: event.record() behind all that the stream "
                          "has been given so far, or stream.record(event). block, disable_timing "
                          "and interprocess are taken for CuPy's sake and change nothing.")
      .def(
          "__init__", [](timed_event* self, bool, bool, bool) { new (self) timed_event(); },
          nb::arg("block") = false, nb::arg("disable_timing") = false,
          nb::arg("interprocess") = false)
      .def(
          "record",
          [](timed_event& e, nb::handle on) {
            nb::object made;
            e.last = recorded_on(stream_of(on, made));
          },
          nb::arg("stream").none() = nb::none(), nb::lock_self(),
          "Behind the work so far of that stream, or of the current one.")
      .def_prop_ro(
          "done", [](timed_event const& e) { return e.recorded().done(); }, nb::lock_self(),
          "Whether the work in front of it is done. Does not wait.")
      .def(
          "synchronize",
          [](timed_event const& e) {
            // a copy, as another thread may record it anew meanwhile
            unlocked([last = e.recorded()] { dynamic::wait(last, ask_signals); });
          },
          nb::lock_self(),
          "Waits for the work in front of it. An index error comes out at its stream's "
          "synchronize.")
      .def(
          "elapsed_time",
          [](timed_event const& from, timed_event const& to) {
            return unlocked([begin = from.recorded(), end = to.recorded()] {
              return 1000 * elapsed_seconds(begin, end);
            });
          },
          nb::arg("end_event").lock(), nb::lock_self(),
          "Milliseconds from this event to a later one of its device. Waits for both.");

  nb::class_<stream>(
      m, "Stream", nb::is_weak_referenceable(),
      "A queue of a device: what it is given runs in order, beside the work of other streams. In a "
      "with statement arrays are made on it and operations run on it; where operands belong to "
      "other streams, these wait for each other. On a CPU work is done when a call returns.")
      .def(
          "__init__",
          [](stream* self, bool null, bool, bool, nb::handle priority, nb::handle on) {
            auto const queue = queue_of_device(on);
            if (null) {
              new (self) stream(device(queue), true);
              return;
            }
            auto const wanted = priority.is_none() ? 0 : nb::cast<int>(priority);
            new (self)
                stream(device(dynamic::new_queue(queue, wanted < 0   ? queue_priority::high
                                                        : wanted > 0 ? queue_priority::low
                                                                     : queue_priority::normal)),
                       false, true);
          },
          nb::arg("null") = false, nb::arg("non_blocking") = false, nb::arg("ptds") = false,
          nb::arg("priority").none() = nb::none(), nb::kw_only(),
          nb::arg("device").none() = nb::none())
      .def_prop_ro_static(
          "null", [](nb::handle) { return null_stream(nb::none()); },
          "The stream of the default device itself, on which arrays are that name none.")
      .def_prop_ro("device", [](stream const& s) { return device(s.where.name()); })
      .def_prop_ro("ptr", native, "The vendor's handle as a number; 0 on a CPU.")
      .def_prop_ro(
          "done", [](stream const& s) { return dynamic::is_idle(s.queue()); },
          "Whether all its work is done. Does not wait.")
      .def(
          "synchronize", [](stream const& s) { wait_for_work(s.queue()); },
          "Waits for its work; raises what is pending, such as an index out of bounds.")
      .def(
          "record",
          [](stream const& s, nb::object given) {
            if (given.is_none()) given = nb::cast(timed_event());
            timed_event* found = nullptr;
            if (!nb::try_cast(given, found) || !found) refuse_type("acre.Event", given);
            found->last = recorded_on(s);
            return given;
          },
          nb::arg("event").none().lock() = nb::none(),
          "Records the event, or a new one, behind its work so far; returns it.")
      .def(
          "wait_event",
          [](stream const& s, timed_event const& e) {
            unlocked([&, last = e.recorded()] { dynamic::wait_for(s.queue(), last); });
          },
          nb::arg("event").lock(), "Its later work runs behind the event. Does not wait.")
      .def(
          "launch_host_func",
          [](stream const& s, nb::object f, nb::object given) {
            auto const call = [f = std::make_shared<nb::object>(std::move(f)),
                               given = std::make_shared<nb::object>(std::move(given))]() mutable {
              nb::gil_scoped_acquire const locked;
              auto const function = std::move(f);
              auto const argument = std::move(given);
              (*function)(*argument);
              function->reset();
              argument->reset();
            };
            unlocked([&] { dynamic::launch_host(s.queue(), call); });
          },
          nb::arg("callback"), nb::arg("arg").none(),
          "callback(arg) on the host behind its work so far; what that raises comes out at the "
          "next synchronize.")
      .def(
          "use",
          [](nb::handle self) {
            auto const& s = nb::cast<stream const&>(self);
            use(s.is_null ? std::nullopt : std::optional(s.where));
            return nb::borrow(self);
          },
          "Makes it this thread's current stream, to the end of a with statement around the call.")
      .def("__enter__",
           [](nb::handle self) {
             enter(nb::cast<stream const&>(self).where, true);
             return nb::borrow(self);
           })
      .def("__exit__", [](stream const&, nb::args) { leave(); })
      .def(
          "__eq__",
          [](stream const& s, nb::handle other) {
            stream const* found = nullptr;
            return nb::try_cast(other, found) && found &&
                   dynamic::is_same_queue(s.queue(), found->queue());
          },
          nb::arg().none())
      .def("__hash__", [](stream const& s) { return std::hash<std::string>()(s.where.name()); })
      .def("__repr__", [](stream const& s) {
        return "<Stream of " + s.where.name() + (s.is_null ? ", null>" : ">");
      });
  define(m, "get_current_stream", current_stream);
  define(m, "belongs_to", [](nb::handle a, nb::handle s) {  // for the tests
    return dynamic::is_same_queue(array_of(a).space(), nb::cast<stream const&>(s).queue());
  });
}

}  // namespace acre::python
