// Two processes exchange the edges of an array.
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/runtime.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>

#include <cstdio>

#include <mpi.h>

namespace {

using acre::ALL, acre::host, acre::shape, acre::slice;

int rank = 0, failures = 0;

void expect(bool right, char const* what)
{
  if (right) return;
  std::printf("rank %d: %s is wrong\n", rank, what);
  ++failures;
}

/// The code of core/docs/interop.md, round a ring of two.
void as_the_page_shows(int other)
{
  auto const u = acre::full(host(), shape(4, 5, 6), 1.0 + rank);
  {
    int const left = other, right = other;
    auto const sent = u(-2), received = u(0);
    auto const count = static_cast<int>(sent.size());
    u.space().fence();
    MPI_Sendrecv(sent.data(), count, MPI_DOUBLE, right, 0, received.data(), count, MPI_DOUBLE, left,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  expect(sum(u(0)).item() == 30.0 * (1 + other), "the page's plane");
  auto const m = u(1);
  auto const column = m(ALL, 1);
  MPI_Datatype type;
  MPI_Type_vector(static_cast<int>(column.size()), 1, static_cast<int>(column.strides()[0]),
                  MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  auto const taken = acre::zeros(host(), shape(5));
  MPI_Sendrecv(column.ref().data, 1, type, other, 0, taken.data(), 5, MPI_DOUBLE, other, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
  expect(bool(all(taken == 1.0 + other)), "the page's column");
  auto const from_the_other = acre::full(host(), shape(4, 6), 7.0);
  auto const face = acre::copy_to(acre::host(), u(ALL, 1));
  u(ALL, -1) = acre::copy_to(u.space(), from_the_other);
  expect(bool(all(face == u(ALL, 1)) && all(u(ALL, 4) == 7.0)), "the page's face");
}

/// The planes of a 3-D array through their pointer, where they are contiguous.
void exchange_planes(int other)
{
  auto const u = acre::full(host(), shape(4, 5, 6), 1.0 + rank);
  auto const sent = u(rank == 0 ? 2 : 1), received = u(rank == 0 ? 3 : 0);
  u.space().fence();  // nothing to wait for on a CPU; on a GPU the elements are there from here on
  MPI_Sendrecv(sent.data(), static_cast<int>(sent.size()), MPI_DOUBLE, other, 0, received.data(),
               static_cast<int>(received.size()), MPI_DOUBLE, other, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  expect(bool(all(received == 1.0 + other)), "the plane received");
  expect(bool(all(u(slice(1, 3)) == 1.0 + rank)), "the inside");
}

/// A column of a matrix: its elements lie a row apart, which is what MPI_Type_vector says.
void exchange_columns_as_vectors(int other)
{
  auto const m = acre::full(host(), shape(7, 5), 1.0 + rank);
  auto const sent = m(ALL, 1), received = m(ALL, 4);
  MPI_Datatype column;
  MPI_Type_vector(static_cast<int>(sent.size()), 1, static_cast<int>(sent.strides()[0]), MPI_DOUBLE,
                  &column);
  MPI_Type_commit(&column);
  MPI_Sendrecv(sent.ref().data, 1, column, other, 0, received.ref().data, 1, column, other, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&column);
  expect(bool(all(m(ALL, 4) == 1.0 + other)), "the column received");
  expect(sum(m(ALL, slice(0, 4))).item() == 28.0 * (1 + rank), "the other columns");
}

/// Faces exchanged through copies, which works for any memory and any stride.
void exchange_faces_as_copies(int other)
{
  auto const u = acre::full(shape(4, 5, 6), 1.0 + rank);  // wherever default_space has it
  auto const sent = acre::copy_to(host(), u(ALL, slice(1, 2), slice(0, acre::none, 2)));
  auto const received = acre::empty(host(), sent.shape());
  MPI_Sendrecv(sent.data(), static_cast<int>(sent.size()), MPI_DOUBLE, other, 0, received.data(),
               static_cast<int>(received.size()), MPI_DOUBLE, other, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  u(ALL, slice(4, 5), slice(0, acre::none, 2)) = acre::copy_to(u.space(), received);
  expect(sum(u).item() == 120.0 * (1 + rank) + 12.0 * (other - rank), "the face received");
}

void gather()
{
  auto const part = acre::arange(host(), 3.0F) + 10.0F * static_cast<float>(rank);
  auto const own = acre::evaluate(part);
  auto const whole = acre::empty<float>(host(), shape(2, 3));
  MPI_Allgather(own.data(), 3, MPI_FLOAT, whole.data(), 3, MPI_FLOAT, MPI_COMM_WORLD);
  expect(sum(whole(0)).item() == 3 && sum(whole(1)).item() == 33, "what is gathered");
}

}  // namespace

int main(int argc, char** argv)
{
  MPI_Init(&argc, &argv);
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  {
    acre::runtime const runtime(argc, argv);
    int const other = 1 - rank;
    if (ranks == 2) {
      as_the_page_shows(other);
      exchange_planes(other);
      exchange_columns_as_vectors(other);
      exchange_faces_as_copies(other);
      gather();
    } else {
      expect(false, "the number of processes");
    }
  }
  int all_failures = 0;
  MPI_Allreduce(&failures, &all_failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return all_failures > 0 ? 1 : 0;
}
