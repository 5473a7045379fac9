#include <acre/io/dynamic.hpp>
#include <acre/io/npz.hpp>

#include "../python.hpp"

namespace acre::python {

void bind_files(nb::module_& m)
{
  define(m, "save_npy", [](std::string const& path, nb::handle x) {
    auto const& a = array_of(x);
    unlocked([&] { io::save_npy(path, a); });
  });
  define(m, "load_npy", [](std::string const& path, nb::handle on) {
    auto const& space = space_of(on);
    return unlocked([&] { return io::load_npy(space, path); });
  });
  // names and arrays, one for each
  define(m, "save_npz",
         [](std::string const& path, nb::handle names, nb::handle x, bool compressed) {
           auto const arrays = arrays_of(x);
           std::vector<std::string> each;
           for (nb::handle name : nb::iter(names)) each.push_back(nb::cast<std::string>(name));
           unlocked([&] {
             std::vector<io::entry> entries;
             for (std::size_t n = 0; n < arrays.size(); ++n)
               entries.emplace_back(each[n], arrays[n]);
             io::save_npz(path, entries, {.compressed = compressed});
           });
         });
  define(m, "load_npz", [](std::string const& path, nb::handle on) {
    auto const& space = space_of(on);
    std::vector<std::pair<std::string, dynamic_array>> found;
    unlocked([&] {
      io::npz_reader const file(path);
      for (auto const& name : file.names()) found.emplace_back(name, file.load(space, name));
    });
    nb::dict made;
    for (auto& [name, a] : found) made[name.c_str()] = nb::cast(std::move(a));
    return made;
  });
}

}  // namespace acre::python
