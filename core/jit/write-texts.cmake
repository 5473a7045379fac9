# Writes OUTPUT, a C++ source that holds texts as strings by their names: the files PRELUDE/*.hpp, the headers of
# acre that they include, found in the folders INCLUDES, and prelude/elementary.hpp, which is made here. DEPFILE
# names what was read.

# Elementary functions are those of the table <acre/elementwise/elementary.hpp>: what the operator() of an operation
# calls in acre::math is a word of kernels, for integers too, and the headers of acre::math are the families'.
set(table acre/elementwise/elementary.hpp)
set(read_files "")

function(acre_find_header name result)
  foreach(folder IN LISTS INCLUDES)
    if(EXISTS "${folder}/${name}")
      set(${result} "${folder}/${name}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "jit: no header ${name} in ${INCLUDES}")
endfunction()

# acre_includes(RESULT TEXT): the names of acre's headers that TEXT includes
function(acre_includes result text)
  string(REGEX MATCHALL "#include <acre/[^>]+>" lines "\n${text}")
  list(TRANSFORM lines REPLACE "#include <(.*)>" "\\1")
  set(${result} "${lines}" PARENT_SCOPE)
endfunction()

acre_find_header(${table} file)
file(READ "${file}" text)
list(APPEND read_files "${file}")
acre_includes(families "${text}")
set(math_headers "")
set(unary "")
set(binary "")
foreach(name IN LISTS families)
  acre_find_header(${name} file)
  file(READ "${file}" text)
  list(APPEND read_files "${file}")
  string(REGEX MATCHALL "operator\\(\\)\\(T [a-z]+\\) const\n  {\n    return math::[a-z0-9]+\\([a-z]\\);" found "${text}")
  list(TRANSFORM found REPLACE ".*math::([a-z0-9]+).*" "\\1")
  list(APPEND unary ${found})
  # (one that takes halves has a branch for them before)
  string(REGEX MATCHALL "operator\\(\\)\\(T [a-z]+, T [a-z]+\\) const\n  {\n(    if constexpr \\(is_half<T>\\)\n[^\n]+\n    else\n)? +return math::[a-z0-9]+\\([a-z], [a-z]\\);" found "${text}")
  list(FILTER found INCLUDE REGEX "math::")
  list(TRANSFORM found REPLACE ".*math::([a-z0-9]+).*" "\\1")
  list(APPEND binary ${found})
  acre_includes(headers "${text}")
  list(FILTER headers INCLUDE REGEX "^acre/math/")
  list(FILTER headers EXCLUDE REGEX "complex")  # prelude/complex.hpp has complex numbers of its own
  list(APPEND math_headers ${headers})
endforeach()
list(REMOVE_DUPLICATES math_headers)
if(NOT "exp" IN_LIST unary OR NOT "hypot" IN_LIST binary)
  message(FATAL_ERROR "jit: the functions of ${table} were not found: their operator() is written in another way")
endif()

set(elementary "")
foreach(name IN LISTS math_headers)
  string(APPEND elementary "#include <${name}>\n")
endforeach()
string(APPEND elementary "#include <acre/math/pow.hpp>\n/// Elementary functions of integers: in double, as in C++.\nnamespace acre::math {\n")
foreach(name IN LISTS unary)
  string(APPEND elementary "template <class T>\n  requires jit_integer<T>\nKOKKOS_INLINE_FUNCTION auto ${name}(T x)\n"
    "{\n  return ${name}(static_cast<double>(x));\n}\n")
endforeach()
foreach(name IN LISTS binary)
  string(APPEND elementary "template <class A, class B>\n  requires jit_mixed<A, B>\nKOKKOS_INLINE_FUNCTION double ${name}(A a, B b)\n"
    "{\n  return ${name}(static_cast<double>(a), static_cast<double>(b));\n}\n")
endforeach()
string(APPEND elementary "}  // namespace acre::math\n")

set(entries "")
set(wanted "")
function(acre_add_entry name text)
  acre_includes(more "${text}")
  set(wanted ${wanted} ${more} PARENT_SCOPE)
  set(entries "${entries}    {\"${name}\", R\"acre_text(${text})acre_text\"},\n" PARENT_SCOPE)
endfunction()

acre_add_entry(prelude/elementary.hpp "${elementary}")
file(GLOB preludes "${PRELUDE}/*.hpp")
foreach(file IN LISTS preludes)
  file(READ "${file}" text)
  list(APPEND read_files "${file}")
  cmake_path(GET file FILENAME name)
  acre_add_entry("prelude/${name}" "${text}")
endforeach()
set(known "")
while(wanted)
  list(POP_FRONT wanted name)
  if(NOT "${name}" IN_LIST known)
    list(APPEND known "${name}")
    acre_find_header(${name} file)
    file(READ "${file}" text)
    list(APPEND read_files "${file}")
    acre_add_entry("${name}" "${text}")
  endif()
endwhile()

file(WRITE "${OUTPUT}" "#include \"text.hpp\"

namespace acre::detail::jit {

named_text const all_texts[] = {
${entries}    {nullptr, nullptr}};

}  // namespace acre::detail::jit
")
string(REPLACE ";" " " read_files "${read_files}")
file(WRITE "${DEPFILE}" "${OUTPUT}: ${read_files}\n")
