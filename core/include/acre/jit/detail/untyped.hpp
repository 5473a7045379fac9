#pragma once

#include <acre/jit/elementwise.hpp>
#include <acre/jit/module.hpp>
#include <acre/jit/reduction.hpp>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

/// Kernels from text for arguments whose dtypes are known at run time only.
namespace acre::detail::jit {

std::shared_ptr<elementwise_kernel const> make_elementwise(std::string_view inputs,
                                                           std::string_view outputs,
                                                           std::string_view operation,
                                                           std::string_view name,
                                                           acre::jit::options const& how);
/// How many inputs are declared, and the dtypes of the outputs, where a letter stands for what the
/// inputs say. Throws dtype_error, value_error.
std::size_t input_count(elementwise_kernel const& kernel);
/// Whether the n-th argument may be a number.
bool takes_number(elementwise_kernel const& kernel, std::size_t n);
std::vector<dtype> result_types(elementwise_kernel const& kernel, std::span<operand const> inputs);

std::shared_ptr<reduction_kernel const> make_reduction(
    std::string_view inputs, std::string_view output, std::string_view map,
    std::string_view combine, std::string_view finish, std::string_view identity,
    std::string_view name, acre::jit::options const& how, std::string_view type);
/// As above; a reduction has one output.
std::size_t input_count(reduction_kernel const& kernel);
bool takes_number(reduction_kernel const& kernel, std::size_t n);
dtype result_type(reduction_kernel const& kernel, std::span<operand const> inputs);

std::shared_ptr<module_kernel const> make_module_kernel(std::string_view source,
                                                        std::string_view name,
                                                        acre::jit::options const& how);
bool takes_number(module_kernel const& kernel, std::size_t n);

}  // namespace acre::detail::jit
