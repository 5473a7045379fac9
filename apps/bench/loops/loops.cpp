#include "loops.hpp"

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), []<class Space>(Space const& space) {
      if constexpr (std::is_same_v<Space, acre::host>)
        for (auto const add :
             {acre::bench::add_calls, acre::bench::add_rows, acre::bench::add_columns,
              acre::bench::add_functions, acre::bench::add_lists, acre::bench::add_particles,
              acre::bench::add_grids, acre::bench::add_selections, acre::bench::add_orders})
          add(space);
    });
  });
}
