#include "elementary_rows.hpp"

namespace acre::detail {

ACRE_ELEMENTARY_ROW(cbrt_op, double)
ACRE_ELEMENTARY_ROW(exp_op, double)
ACRE_ELEMENTARY_ROW(exp2_op, double)
ACRE_ELEMENTARY_ROW(expm1_op, double)
ACRE_ELEMENTARY_ROW(log_op, double)
ACRE_ELEMENTARY_ROW(log2_op, double)
ACRE_ELEMENTARY_ROW(log10_op, double)
ACRE_ELEMENTARY_ROW(log1p_op, double)
ACRE_ELEMENTARY_ROW(softplus_op, double)
ACRE_ELEMENTARY_ROW(sin_op, double)
ACRE_ELEMENTARY_ROW(cos_op, double)
ACRE_ELEMENTARY_ROW(tan_op, double)
ACRE_ELEMENTARY_ROW(arcsin_op, double)
ACRE_ELEMENTARY_ROW(arccos_op, double)
ACRE_ELEMENTARY_ROW(arctan_op, double)
ACRE_ELEMENTARY_ROW(sinh_op, double)
ACRE_ELEMENTARY_ROW(cosh_op, double)
ACRE_ELEMENTARY_ROW(tanh_op, double)
ACRE_ELEMENTARY_ROW(arcsinh_op, double)
ACRE_ELEMENTARY_ROW(arccosh_op, double)
ACRE_ELEMENTARY_ROW(arctanh_op, double)
ACRE_ELEMENTARY_ROW(erf_op, double)
ACRE_ELEMENTARY_ROW(erfc_op, double)

}  // namespace acre::detail
