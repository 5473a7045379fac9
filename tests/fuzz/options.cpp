/// AddressSanitizer's options for the fuzzers: each exception would look through the stacks that it
/// keeps of functions that have returned, which takes half the time; and a library may ask for any
/// size of memory. Little of what is freed is kept from being used again: with more of it fresh
/// pages take the time.
extern "C" char const* __asan_default_options();
extern "C" char const* __asan_default_options()
{
  return "detect_stack_use_after_return=0:malloc_context_size=1:allocator_may_return_null=1:"
         "quarantine_size_mb=1:thread_local_quarantine_size_kb=64";
}
