# Writes OUTPUT, a C++ source that holds the files TEXTS as strings by their names.
set(entries "")
foreach(file IN LISTS TEXTS)
  file(READ "${file}" text)
  string(REGEX REPLACE "^.*/include/(acre/.*)$" "\\1" name "${file}")
  string(REGEX REPLACE "^.*/core/jit/(prelude/.*)$" "\\1" name "${name}")
  string(APPEND entries "    {\"${name}\", R\"acre_text(${text})acre_text\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"text.hpp\"

namespace acre::detail::jit {

named_text const all_texts[] = {
${entries}    {nullptr, nullptr}};

}  // namespace acre::detail::jit
")
