# Writes OUTPUT, a C++ source that holds texts as strings by their names: the files PRELUDE/*.hpp, the headers of
# acre that they include, found in the folders INCLUDES, and prelude/elementary.hpp and prelude/operations.hpp, which
# are made here. DEPFILE names what was read.

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

# Operations of the library's tables as they stand in its headers, for prelude/vocabulary.hpp: the structures and the
# functions of a device in a header's namespace detail, and for each that has a name a function of that name.
function(acre_definitions result text)
  set(all "")
  string(FIND "${text}" "\n}  // namespace detail" end)  # what follows is public
  string(SUBSTRING "${text}" 0 ${end} text)
  while(TRUE)
    string(REGEX MATCH "\n(template <class [A-Za-z]+(, class [A-Za-z]+)*>\n)?(struct |KOKKOS_INLINE_FUNCTION )" start "${text}")
    if("${start}" STREQUAL "")
      break()
    endif()
    string(FIND "${text}" "${start}" at)
    string(SUBSTRING "${text}" ${at} -1 text)
    string(FIND "${text}" "\n}" end)  # in the first column
    math(EXPR end "${end} + 2")
    string(SUBSTRING "${text}" 0 ${end} one)
    string(SUBSTRING "${text}" ${end} -1 text)
    string(FIND "${start}" "struct " at)
    if(at GREATER -1)
      string(APPEND one ";")
      # forms that are a processor's or a vendor's
      string(REGEX REPLACE "  template <std::floating_point T>\n  KOKKOS_INLINE_FUNCTION static [a-zA-Z]+ (fast|usual|quick)\\([^)]*\\)\n  {\n    return [^\n]+\n  }\n" "" one "${one}")
      string(REGEX MATCH "struct ([a-z_0-9]+)" found "${one}")
      set(operation "${CMAKE_MATCH_1}")
      string(REGEX MATCH "char const\\* name = \"([a-z_0-9]+)\"" found "${one}")
      set(numpy_name "${CMAKE_MATCH_1}")
      if(NOT "${found}" STREQUAL "" AND NOT "${start}" MATCHES "template")
        string(APPEND one "\n}\nnamespace acre::vocabulary {\ntemplate <class... T>\nKOKKOS_INLINE_FUNCTION auto ${numpy_name}(T... x)\n"
          "{\n  return acre::detail::${operation}{}(x...);\n}\n}\nnamespace acre::detail {")
      endif()
    endif()
    string(APPEND all "${one}\n")
  endwhile()
  set(${result} "${all}" PARENT_SCOPE)
endfunction()
set(operations "namespace acre::detail {\n")
foreach(name IN ITEMS detail/integer_ops operators arithmetic predicates maximum division power rounding steps cast parts complex angles
    exponential logarithmic trigonometric hyperbolic special elementary_pairs)
  acre_find_header(acre/elementwise/${name}.hpp file)
  file(READ "${file}" text)
  list(APPEND read_files "${file}")
  if("${name}" STREQUAL "detail/integer_ops")
    string(REGEX MATCH "using wrapping = [^\n]+" found "${text}")
    string(APPEND operations "template <class T>\n${found}\n")
  endif()
  acre_definitions(found "${text}")
  string(APPEND operations "${found}")
endforeach()
string(APPEND operations "}  // namespace acre::detail\n")
foreach(name IN ITEMS add floor_divide maximum power isnan exp2)
  if(NOT operations MATCHES "auto ${name}\\(T")
    message(FATAL_ERROR "jit: the operation ${name} was not found: its structure is written in another way")
  endif()
endforeach()

set(entries "")
set(wanted "")
function(acre_add_entry name text)
  acre_includes(more "${text}")
  set(wanted ${wanted} ${more} PARENT_SCOPE)
  set(entries "${entries}    {\"${name}\", R\"acre_text(${text})acre_text\"},\n" PARENT_SCOPE)
endfunction()

acre_add_entry(prelude/elementary.hpp "${elementary}")
acre_add_entry(prelude/operations.hpp "${operations}")
file(GLOB preludes "${PRELUDE}/*.hpp")
foreach(file IN LISTS preludes)
  file(READ "${file}" text)
  list(APPEND read_files "${file}")
  cmake_path(GET file FILENAME name)
  acre_add_entry("prelude/${name}" "${text}")
endforeach()
set(known "")
list(FILTER wanted EXCLUDE REGEX "^acre/prelude/")  # texts of PRELUDE, by another's
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
