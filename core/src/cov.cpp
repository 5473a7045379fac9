#include <acre/error.hpp>
#include <acre/reduce/cov.hpp>

#include <limits>
#include <string>

namespace acre::detail {

void require_observation_weights(char const* name, std::int64_t weights, std::int64_t observations,
                                 bool any_negative)
{
  if (weights != observations)
    throw value_error(std::string("incompatible numbers of samples and ") + name + ": " +
                      std::to_string(observations) + " and " + std::to_string(weights));
  if (any_negative) throw value_error(std::string(name) + " cannot be negative");
}

double cov_scale(double sum, std::int64_t ddof, std::optional<double> squares)
{
  double const by = static_cast<double>(ddof);
  double const freedom = ddof == 0 ? sum : squares ? sum - by * *squares / sum : sum - by;
  return freedom > 0 || freedom != freedom ? 1 / freedom : std::numeric_limits<double>::infinity();
}

}  // namespace acre::detail
