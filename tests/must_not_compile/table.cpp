// Columns with names.
#include <acre/io/lists.hpp>
#include <acre/ragged.hpp>

#include "operands.hpp"

namespace refused {

using namespace acre::literals;

void columns_of_one_name(here<double> const& x)
{
  // expect: acre: a table's columns have names of their own
  table("x"_col = x, "x"_col = x);
}

void columns_of_a_long_name(here<double> const& x)
{
  // expect: acre: a column's name has 63 characters at most
  table("a_name_of_more_than_sixty_three_characters_in_all_which_is_too_long_"_col = x);
}

void columns_of_two_axes(here<double, 2> const& x)
{
  // expect: acre: a table's columns have one axis: a value, a list or a row for each of its rows
  "x"_col = x;
}

void columns_elsewhere(here<double> const& x, away<double> const& y)
{
  // expect: acre: the columns live in different spaces; copy one with copy_to(space, x)
  table("x"_col = x, "y"_col = y);
}

void a_column_that_is_not_there(here<double> const& x)
{
  // expect: acre: the table has no column of this name
  table("x"_col = x)["y"_col];
}

void rows_by_a_table(here<double> const& x, here<int, 2> const& i)
{
  // expect: acre: rows are picked by a mask or by numbers of one axis
  table("x"_col = x)(i);
}

void joined_tables(here<double> const& x)
{
  // expect: acre: tables that are joined have columns of the same names in the same order
  concatenate(std::tuple(table("x"_col = x), table("y"_col = x)));
}

void groups_of_lists(here<int> const& x, ragged<double, host> const& y)
{
  // expect: acre: groups are made of columns of numbers; choose these, as sum("px"_col)
  // also: acre: a column of values is one-dimensional
  group_by(table("x"_col = x, "y"_col = y), "x"_col).sum();
}

void records_in_a_kernel(here<double> const& x, here<std::int64_t> const& offsets)
{
  // expect: acre: of lists of records a kernel captures columns: x["pt"_col].ref()
  ragged(offsets, table("pt"_col = x)).ref();
}

void nested_lists_in_files(ragged<ragged<double, host>, host> const& x)
{
  // expect: acre: save_lists writes lists of one level: of nested ones flatten(x), and the outer
  // offsets by save_npy
  io::save_lists("offsets.npy", "elements.npy", x);
}

}  // namespace refused
