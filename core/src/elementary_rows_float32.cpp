#include "elementary_rows.hpp"

namespace acre::detail {

ACRE_ELEMENTARY_ROW(cbrt_op, float)
ACRE_ELEMENTARY_ROW(exp_op, float)
ACRE_ELEMENTARY_ROW(exp2_op, float)
ACRE_ELEMENTARY_ROW(expm1_op, float)
ACRE_ELEMENTARY_ROW(log_op, float)
ACRE_ELEMENTARY_ROW(log2_op, float)
ACRE_ELEMENTARY_ROW(log10_op, float)
ACRE_ELEMENTARY_ROW(log1p_op, float)
ACRE_ELEMENTARY_ROW(softplus_op, float)
ACRE_ELEMENTARY_ROW(sin_op, float)
ACRE_ELEMENTARY_ROW(cos_op, float)
ACRE_ELEMENTARY_ROW(tan_op, float)
ACRE_ELEMENTARY_ROW(arcsin_op, float)
ACRE_ELEMENTARY_ROW(arccos_op, float)
ACRE_ELEMENTARY_ROW(arctan_op, float)
ACRE_ELEMENTARY_ROW(sinh_op, float)
ACRE_ELEMENTARY_ROW(cosh_op, float)
ACRE_ELEMENTARY_ROW(tanh_op, float)
ACRE_ELEMENTARY_ROW(arcsinh_op, float)
ACRE_ELEMENTARY_ROW(arccosh_op, float)
ACRE_ELEMENTARY_ROW(arctanh_op, float)
ACRE_ELEMENTARY_ROW(erf_op, float)
ACRE_ELEMENTARY_ROW(erfc_op, float)

}  // namespace acre::detail
