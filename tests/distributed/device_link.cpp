#include <acre/device/spaces.hpp>
#include <acre/distributed/nccl.hpp>

// For the checks that compile for devices alone: NCCL's link, of AMD's GPUs with RCCL's header.
namespace acre_test {

acre::distributed::processes linked(acre::distributed::processes const& all,
                                    ACRE_TEST_SPACE const& space)
{
  return acre::distributed::with_nccl(all, space);
}

}  // namespace acre_test
