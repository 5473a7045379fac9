#pragma once

#include <acre/backends/gpu_common/fft_plans.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

/// cuFFT and hipFFT, which have the same calls under names of their own. `Vendor` has these names:
///
///   create, destroy, set_auto_allocation, make_plan, set_stream, set_work_area
///   c2c, z2z, r2c, d2z, c2r, z2d         the calls that transform
///   types[single][kind]                  what a plan is made for, in the order of fft_kind
///   success, no_memory, forward, inverse
///   name, prefix                         what errors say: cuFFT's cufftCreate failed with code 5
///
/// The vendor's types are read from the calls.
namespace acre::backends::gpu {

template <class Result, class Handle>
Handle handle_of(Result (*)(Handle));

/// The library as gpu_common/fft_plans.hpp calls it.
template <class Vendor>
struct fft_library {
  using plan = decltype(handle_of(+Vendor::destroy));
  using result = decltype(Vendor::destroy(plan{}));

  static plan make(fft_problem const& p, std::size_t& bytes)
  {
    plan made;
    check(Vendor::create(&made), "Create");
    try {
      check(Vendor::set_auto_allocation(made, 0), "SetAutoAllocation");
      long long int length[fft_most_axes];
      std::copy_n(p.length, p.axes, length);
      // null: without gaps, one behind the other
      check(Vendor::make_plan(made, p.axes, length, nullptr, 1, 0, nullptr, 1, 0,
                              Vendor::types[p.single][static_cast<int>(p.kind)], p.count, &bytes),
            "MakePlanMany64");
    } catch (...) {
      Vendor::destroy(made);
      throw;
    }
    return made;
  }
  static void destroy(plan p) { Vendor::destroy(p); }

  template <class Stream>
  static void run(plan handle, fft_problem const& p, Stream stream, void* work)
  {
    check(Vendor::set_stream(handle, stream), "SetStream");
    check(Vendor::set_work_area(handle, work), "SetWorkArea");
    int const direction = p.inverse ? Vendor::inverse : Vendor::forward;
    numbers const in{const_cast<void*>(p.in)}, out{p.out};
    switch (p.kind) {
      case fft_kind::complex:
        if (p.single) return check(Vendor::c2c(handle, in, out, direction), "ExecC2C");
        return check(Vendor::z2z(handle, in, out, direction), "ExecZ2Z");
      case fft_kind::real_to_complex:
        if (p.single) return check(Vendor::r2c(handle, in, out), "ExecR2C");
        return check(Vendor::d2z(handle, in, out), "ExecD2Z");
      default:
        if (p.single) return check(Vendor::c2r(handle, in, out), "ExecC2R");
        return check(Vendor::z2d(handle, in, out), "ExecZ2D");
    }
  }

 private:
  /// A pointer to whatever numbers a call takes.
  struct numbers {
    void* data;
    template <class T>
    operator T*() const
    {
      return static_cast<T*>(data);
    }
  };
  static void check(result code, char const* call)
  {
    if (code == Vendor::success) return;
    std::string const who = std::string(Vendor::name) + "'s " + Vendor::prefix + call;
    if (code == Vendor::no_memory) throw out_of_memory(who + ": memory cannot be had");
    throw backend_error(who + " failed with code " + std::to_string(static_cast<int>(code)));
  }
};

}  // namespace acre::backends::gpu
