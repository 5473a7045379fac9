#pragma once

#include <acre/error.hpp>

#include <atomic>
#include <string>
#include <string_view>

#include <dlfcn.h>

/// A vendor's library that is opened by the first call of one of its functions, and not linked:
/// cuBLAS, cuSOLVER and cuFFT take 0.1 s to load, which a program that calls none of them need not
/// wait for.
namespace acre::backends::gpu {

class loaded_library {
 public:
  /// `files` are tried in turn, separated by ':'; CMake writes them from the file that it found
  /// (core/cmake/AcreCudaLibraries.cmake).
  constexpr loaded_library(char const* product, char const* files)
      : product_(product), files_(files)
  {}

  void* function(char const* name)
  {
    void* const found = dlsym(opened(), name);
    if (!found)
      throw backend_error(std::string(product_) + " has no " + name +
                          ": it is not of the version that acre was built with");
    return found;
  }

 private:
  /// Two threads may both open it, and get the same. It stays open: what it made may be in use
  /// until the process ends.
  void* opened()
  {
    void* library = library_.load(std::memory_order_acquire);
    if (library) return library;
    std::string why;
    for (std::string_view rest = files_; !library && !rest.empty();) {
      auto const end = rest.find(':');
      library = dlopen(std::string(rest.substr(0, end)).c_str(), RTLD_LAZY | RTLD_LOCAL);
      if (!library) why += std::string(why.empty() ? "" : "; ") + dlerror();
      rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    }
    if (!library)
      throw backend_error(std::string(product_) + " cannot be loaded (" + why +
                          "): put the folder that has it into LD_LIBRARY_PATH");
    library_.store(library, std::memory_order_release);
    return library;
  }

  char const *product_, *files_;
  std::atomic<void*> library_ = nullptr;
};

/// A function of such a library, called like the one that it is named after:
///
///   constinit loaded_function<decltype(::cublasCreate_v2)> cublasCreate_v2{cublas,
///   "cublasCreate_v2"};
template <class Function>
class loaded_function {
 public:
  constexpr loaded_function(loaded_library& from, char const* name) : from_(from), name_(name) {}

  operator Function*()
  {
    Function* function = function_.load(std::memory_order_acquire);
    if (!function) {
      function = reinterpret_cast<Function*>(from_.function(name_));
      function_.store(function, std::memory_order_release);
    }
    return function;
  }

 private:
  loaded_library& from_;
  char const* name_;
  std::atomic<Function*> function_ = nullptr;
};

}  // namespace acre::backends::gpu
