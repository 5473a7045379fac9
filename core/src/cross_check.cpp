#include <acre/testing/cross_check.hpp>

#include <complex>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <typeinfo>

#include <cxxabi.h>

namespace acre {

namespace {

/// acre's dtypes as the types that the comparison knows.
using compared_types =
    detail::type_list<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                      std::uint16_t, std::uint32_t, std::uint64_t, float, double,
                      std::complex<float>, std::complex<double>>;

template <class T>
struct dtype_of {
  static constexpr char const* name = dtype_name<T>();
};
template <class T>
struct dtype_of<std::complex<T>> {
  static constexpr char const* name = dtype_name<complex<T>>();
};

template <class... T>
detail::difference compare_by_dtype(detail::type_list<T...>, detail::host_result const& a,
                                    detail::host_result const& b,
                                    std::optional<std::uint64_t> tolerance)
{
  detail::difference d;
  auto const try_type = [&]<class U>(U const*) {
    if (a.dtype != dtype_of<U>::name) return false;
    d = detail::difference_of(reinterpret_cast<U const*>(a.bytes.data()),
                              reinterpret_cast<U const*>(b.bytes.data()),
                              static_cast<std::int64_t>(a.bytes.size() / sizeof(U)), tolerance);
    return true;
  };
  (try_type(static_cast<T const*>(nullptr)) || ...);
  return d;
}

std::string names(std::string const& a, std::string const& b) { return a + " and " + b; }

std::string what_was_thrown(cross_report::error const& e)
{
  return e.type.empty() ? "no error" : e.type + ": " + e.text;
}

bool same_error(cross_report::error const& a, cross_report::error const& b)
{
  return a.type == b.type && a.text == b.text;
}

}  // namespace

namespace detail {

difference difference_of(host_result const& a, host_result const& b,
                         std::optional<std::uint64_t> tolerance)
{
  return compare_by_dtype(compared_types(), a, b, tolerance);
}

std::string type_text(host_result const& r)
{
  return r.dtype + ' ' + to_string(extents_view(r.shape));
}

thrown_text current_exception_text()
{
  std::type_info const* const type = abi::__cxa_current_exception_type();
  std::string name = type ? type->name() : "unknown";
  int status = 0;
  if (std::unique_ptr<char, void (*)(void*)> const readable(
          abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
      status == 0)
    name = readable.get();
  try {
    throw;
  } catch (error const& e) {
    return {name, e.message()};
  } catch (std::exception const& e) {
    return {name, e.what()};
  } catch (...) {
    return {name, ""};
  }
}

cross_report compare_outcomes(std::vector<outcome> const& outcomes)
{
  cross_report report;
  for (outcome const& o : outcomes) report.errors.push_back({o.space, o.error.type, o.error.text});
  outcome const& reference = outcomes.front();
  for (std::size_t i = 1; i < outcomes.size(); ++i) {
    outcome const& other = outcomes[i];
    if (!reference.error.type.empty() || !other.error.type.empty()) continue;
    if (reference.results.size() != other.results.size()) {
      report.mismatch = names(reference.space, other.space) + ": " +
                        std::to_string(reference.results.size()) + " results and " +
                        std::to_string(other.results.size());
      continue;
    }
    for (std::size_t k = 0; k < other.results.size(); ++k) {
      host_result const &a = reference.results[k], &b = other.results[k];
      cross_report::result r;
      r.space = other.space;
      r.number = static_cast<int>(k);
      r.type = type_text(a);
      r.shape = a.shape;
      if (a.dtype != b.dtype)
        r.mismatch = "dtype " + names(a.dtype, b.dtype);
      else if (a.shape != b.shape)
        r.mismatch =
            "shape " + names(to_string(extents_view(a.shape)), to_string(extents_view(b.shape)));
      else
        r.found = difference_of(a, b);
      report.results.push_back(std::move(r));
    }
  }
  return report;
}

}  // namespace detail

bool cross_report::same() const
{
  for (error const& e : errors)
    if (!same_error(e, errors.front())) return false;
  for (result const& r : results)
    if (!r.same()) return false;
  return mismatch.empty();
}

std::ostream& operator<<(std::ostream& out, cross_report const& report)
{
  auto const& reference = report.errors.front();
  if (report.errors.size() == 1)
    out << reference.space << " alone: " << what_was_thrown(reference) << '\n';
  for (std::size_t i = 1; i < report.errors.size(); ++i) {
    auto const& e = report.errors[i];
    if (reference.type.empty() && e.type.empty()) continue;
    out << names(reference.space, e.space) << ": ";
    if (same_error(reference, e))
      out << "same error: " << what_was_thrown(e) << '\n';
    else
      out << "different errors\n  " << reference.space << ": " << what_was_thrown(reference)
          << "\n  " << e.space << ": " << what_was_thrown(e) << '\n';
  }
  int last = 0;
  for (auto const& r : report.results) last = std::max(last, r.number);
  for (auto const& r : report.results) {
    out << names(reference.space, r.space) << ": ";
    if (last > 0) out << "result " << r.number << ": ";
    if (!r.mismatch.empty()) {
      out << "different " << r.mismatch << '\n';
      continue;
    }
    out << detail::verdict_text(r.found, std::nullopt, detail::plain_count) << ", " << r.type
        << '\n';
    detail::print_places(out, r.found, r.shape, "  ", detail::plain_count);
  }
  if (!report.mismatch.empty()) out << report.mismatch << '\n';
  return out;
}

}  // namespace acre
