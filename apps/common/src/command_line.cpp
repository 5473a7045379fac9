// CLI11 as a library: with CLI11_COMPILE its headers only declare what isn't a template, and the
// bodies are compiled here instead of in each program. Which files hold them differs by release.

#include <CLI/CLI.hpp>
#include <CLI/impl/App_inl.hpp>
#include <CLI/impl/Config_inl.hpp>
#include <CLI/impl/Formatter_inl.hpp>
#include <CLI/impl/Option_inl.hpp>
#include <CLI/impl/Split_inl.hpp>
#include <CLI/impl/StringTools_inl.hpp>
#include <CLI/impl/Validators_inl.hpp>
#if __has_include(<CLI/impl/Argv_inl.hpp>)
#include <CLI/impl/Argv_inl.hpp>
#endif
#if __has_include(<CLI/impl/Encoding_inl.hpp>)
#include <CLI/impl/Encoding_inl.hpp>
#endif
#if __has_include(<CLI/impl/ExtraValidators_inl.hpp>)
#include <CLI/impl/ExtraValidators_inl.hpp>
#endif
