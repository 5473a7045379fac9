#pragma once

#include <acre/backends/mpi/communicator.hpp>
#include <acre/distributed/processes.hpp>

#include <cstdio>
#include <exception>
#include <memory>

/// Processes by MPI. Of all headers of acre this one alone wants MPI's, of which the program
/// chooses one: it links acre::distributed and CMake's MPI::MPI_CXX.
///
/// ```sketch
/// int main(int argc, char** argv)
/// {
///   acre::distributed::mpi_session const mpi(argc, argv);
///   acre::runtime const runtime(argc, argv);
///   auto const& all = mpi.world();
/// }
/// ```
namespace acre::distributed {

/// The processes of an MPI_Comm of the program's, which is taken as it is: acre's messages go
/// through a duplicate of it. The program keeps MPI running for as long as arrays are used.
/// Together.
inline processes mpi_processes(MPI_Comm comm, double timeout = 300)
{
  return processes(std::make_shared<backends::mpi::communicator>(comm, timeout));
}

/// MPI from here to the end of the scope, for programs that don't start it themselves. Leaving the
/// scope by an exception, or after a communication_error, ends the whole job (MPI_Abort), as the
/// others would wait for this process.
class mpi_session {
 public:
  mpi_session(int& argc, char**& argv, double timeout = 300)
      : exceptions_(std::uncaught_exceptions())
  {
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    by_ = std::make_shared<backends::mpi::communicator>(MPI_COMM_WORLD, timeout);
    world_ = processes(by_);
  }
  mpi_session(mpi_session const&) = delete;
  ~mpi_session()
  {
    if (by_->is_broken() || std::uncaught_exceptions() > exceptions_) {
      std::fflush(nullptr);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    world_ = processes();
    by_.reset();
    MPI_Finalize();
  }

  /// All processes of the program.
  processes const& world() const { return world_; }

 private:
  int exceptions_;
  std::shared_ptr<backends::mpi::communicator> by_;
  processes world_;
};

}  // namespace acre::distributed
