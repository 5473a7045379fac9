#pragma once

#include <functional>
#include <optional>

#include "cases.hpp"

namespace acre::survey {

/// A call with its inputs, to be made once, for its result, and in batches, to be timed.
struct operation {
  std::function<dynamic_array()> once;
  std::function<void(int)> batch;  ///< without a wait
};

template <class F>
operation looped(F f)
{
  return {[f] { return dynamic_array(f()); },
          [f](int calls) {
            for (int call = 0; call < calls; ++call) f();
          }};
}

/// What an operation is made of: the inputs by name, and the words behind its own.
struct call {
  dynamic_space space;
  std::map<char, dynamic_array> inputs;
  std::vector<std::string> words;

  dynamic_array const& operator[](char name) const { return inputs.at(name); }
  bool has(std::size_t k) const { return words.size() > k; }
  std::string const& word(std::size_t k) const { return words.at(k); }
  std::int64_t whole(std::size_t k) const { return std::stoll(words.at(k)); }
  std::optional<int> axis(std::size_t k) const
  {
    return has(k) ? std::optional<int>(static_cast<int>(whole(k))) : std::nullopt;
  }
};

/// The operation that a case names. Throws value_error for one that is not there.
operation operation_of(call const& c);
/// Operations whose dtypes and ranks the compiler knows: fused expressions, calls of a few
/// elements, and what acre::dynamic has in another way or not at all.
operation static_operation_of(call const& c);

}  // namespace acre::survey
