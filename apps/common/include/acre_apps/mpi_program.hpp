#pragma once

#include <acre/distributed/mpi.hpp>
#include <acre/error.hpp>

#include <exception>

namespace acre::apps {

/// The exit status of f(processes), of a program that MPI has started, or 2 where all processes
/// have met the same error: then process 0 throws it, behind the session, whose end amid an
/// exception would be the job's. A communication_error ends the job.
template <class F>
int run_under_mpi(int& argc, char**& argv, F const& f)
{
  std::exception_ptr failed;
  int status = 0;
  {
    distributed::mpi_session const mpi(argc, argv);
    try {
      status = f(mpi.world());
    } catch (communication_error const&) {
      throw;
    } catch (error const&) {
      status = 2;
      if (mpi.world().rank() == 0) failed = std::current_exception();
    }
  }
  if (failed) std::rethrow_exception(failed);
  return status;
}

}  // namespace acre::apps
