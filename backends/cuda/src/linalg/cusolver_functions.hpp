#pragma once

#include <acre/backends/gpu_common/loaded_library.hpp>

#include <cublas_v2.h>
#include <cusolverDn.h>

/// The functions of cuBLAS and cuSOLVER that cusolver.cpp calls. In acre::backends they hide those
/// of the libraries, which are not linked.
namespace acre::backends {

namespace cuda_libraries {
inline constinit gpu::loaded_library blas("cuda: cuBLAS", ACRE_FILES_OF_CUBLAS);
inline constinit gpu::loaded_library solver("cuda: cuSOLVER", ACRE_FILES_OF_CUSOLVER);
template <class Function>
using loaded = gpu::loaded_function<Function>;

inline constinit loaded<decltype(::cublasCgemm_v2_64)> cublasCgemm_v2_64{blas, "cublasCgemm_v2_64"};
inline constinit loaded<decltype(::cublasCgetrfBatched)> cublasCgetrfBatched{blas,
                                                                             "cublasCgetrfBatched"};
inline constinit loaded<decltype(::cublasCgetrsBatched)> cublasCgetrsBatched{blas,
                                                                             "cublasCgetrsBatched"};
inline constinit loaded<decltype(::cublasCreate_v2)> cublasCreate_v2{blas, "cublasCreate_v2"};
inline constinit loaded<decltype(::cublasCtrsmBatched)> cublasCtrsmBatched{blas,
                                                                           "cublasCtrsmBatched"};
inline constinit loaded<decltype(::cublasDgemm_v2_64)> cublasDgemm_v2_64{blas, "cublasDgemm_v2_64"};
inline constinit loaded<decltype(::cublasDgetrfBatched)> cublasDgetrfBatched{blas,
                                                                             "cublasDgetrfBatched"};
inline constinit loaded<decltype(::cublasDgetrsBatched)> cublasDgetrsBatched{blas,
                                                                             "cublasDgetrsBatched"};
inline constinit loaded<decltype(::cublasDtrsmBatched)> cublasDtrsmBatched{blas,
                                                                           "cublasDtrsmBatched"};
inline constinit loaded<decltype(::cublasGemmStridedBatchedEx_64)> cublasGemmStridedBatchedEx_64{
    blas, "cublasGemmStridedBatchedEx_64"};
inline constinit loaded<decltype(::cublasGetStatusString)> cublasGetStatusString{
    blas, "cublasGetStatusString"};
inline constinit loaded<decltype(::cublasSetStream_v2)> cublasSetStream_v2{blas,
                                                                           "cublasSetStream_v2"};
inline constinit loaded<decltype(::cublasSgemm_v2_64)> cublasSgemm_v2_64{blas, "cublasSgemm_v2_64"};
inline constinit loaded<decltype(::cublasSgetrfBatched)> cublasSgetrfBatched{blas,
                                                                             "cublasSgetrfBatched"};
inline constinit loaded<decltype(::cublasSgetrsBatched)> cublasSgetrsBatched{blas,
                                                                             "cublasSgetrsBatched"};
inline constinit loaded<decltype(::cublasStrsmBatched)> cublasStrsmBatched{blas,
                                                                           "cublasStrsmBatched"};
inline constinit loaded<decltype(::cublasZgemm_v2_64)> cublasZgemm_v2_64{blas, "cublasZgemm_v2_64"};
inline constinit loaded<decltype(::cublasZgetrfBatched)> cublasZgetrfBatched{blas,
                                                                             "cublasZgetrfBatched"};
inline constinit loaded<decltype(::cublasZgetrsBatched)> cublasZgetrsBatched{blas,
                                                                             "cublasZgetrsBatched"};
inline constinit loaded<decltype(::cublasZtrsmBatched)> cublasZtrsmBatched{blas,
                                                                           "cublasZtrsmBatched"};

inline constinit loaded<decltype(::cusolverDnCgesvdj)> cusolverDnCgesvdj{solver,
                                                                         "cusolverDnCgesvdj"};
inline constinit loaded<decltype(::cusolverDnCgesvdj_bufferSize)> cusolverDnCgesvdj_bufferSize{
    solver, "cusolverDnCgesvdj_bufferSize"};
inline constinit loaded<decltype(::cusolverDnCheevjBatched)> cusolverDnCheevjBatched{
    solver, "cusolverDnCheevjBatched"};
inline constinit loaded<decltype(::cusolverDnCheevjBatched_bufferSize)>
    cusolverDnCheevjBatched_bufferSize{solver, "cusolverDnCheevjBatched_bufferSize"};
inline constinit loaded<decltype(::cusolverDnCpotrfBatched)> cusolverDnCpotrfBatched{
    solver, "cusolverDnCpotrfBatched"};
inline constinit loaded<decltype(::cusolverDnCreate)> cusolverDnCreate{solver, "cusolverDnCreate"};
inline constinit loaded<decltype(::cusolverDnCreateGesvdjInfo)> cusolverDnCreateGesvdjInfo{
    solver, "cusolverDnCreateGesvdjInfo"};
inline constinit loaded<decltype(::cusolverDnCreateParams)> cusolverDnCreateParams{
    solver, "cusolverDnCreateParams"};
inline constinit loaded<decltype(::cusolverDnCreateSyevjInfo)> cusolverDnCreateSyevjInfo{
    solver, "cusolverDnCreateSyevjInfo"};
inline constinit loaded<decltype(::cusolverDnCungqr)> cusolverDnCungqr{solver, "cusolverDnCungqr"};
inline constinit loaded<decltype(::cusolverDnCungqr_bufferSize)> cusolverDnCungqr_bufferSize{
    solver, "cusolverDnCungqr_bufferSize"};
inline constinit loaded<decltype(::cusolverDnDestroyGesvdjInfo)> cusolverDnDestroyGesvdjInfo{
    solver, "cusolverDnDestroyGesvdjInfo"};
inline constinit loaded<decltype(::cusolverDnDestroySyevjInfo)> cusolverDnDestroySyevjInfo{
    solver, "cusolverDnDestroySyevjInfo"};
inline constinit loaded<decltype(::cusolverDnDgesvdj)> cusolverDnDgesvdj{solver,
                                                                         "cusolverDnDgesvdj"};
inline constinit loaded<decltype(::cusolverDnDgesvdj_bufferSize)> cusolverDnDgesvdj_bufferSize{
    solver, "cusolverDnDgesvdj_bufferSize"};
inline constinit loaded<decltype(::cusolverDnDorgqr)> cusolverDnDorgqr{solver, "cusolverDnDorgqr"};
inline constinit loaded<decltype(::cusolverDnDorgqr_bufferSize)> cusolverDnDorgqr_bufferSize{
    solver, "cusolverDnDorgqr_bufferSize"};
inline constinit loaded<decltype(::cusolverDnDpotrfBatched)> cusolverDnDpotrfBatched{
    solver, "cusolverDnDpotrfBatched"};
inline constinit loaded<decltype(::cusolverDnDsyevjBatched)> cusolverDnDsyevjBatched{
    solver, "cusolverDnDsyevjBatched"};
inline constinit loaded<decltype(::cusolverDnDsyevjBatched_bufferSize)>
    cusolverDnDsyevjBatched_bufferSize{solver, "cusolverDnDsyevjBatched_bufferSize"};
inline constinit loaded<decltype(::cusolverDnSetStream)> cusolverDnSetStream{solver,
                                                                             "cusolverDnSetStream"};
inline constinit loaded<decltype(::cusolverDnSgesvdj)> cusolverDnSgesvdj{solver,
                                                                         "cusolverDnSgesvdj"};
inline constinit loaded<decltype(::cusolverDnSgesvdj_bufferSize)> cusolverDnSgesvdj_bufferSize{
    solver, "cusolverDnSgesvdj_bufferSize"};
inline constinit loaded<decltype(::cusolverDnSorgqr)> cusolverDnSorgqr{solver, "cusolverDnSorgqr"};
inline constinit loaded<decltype(::cusolverDnSorgqr_bufferSize)> cusolverDnSorgqr_bufferSize{
    solver, "cusolverDnSorgqr_bufferSize"};
inline constinit loaded<decltype(::cusolverDnSpotrfBatched)> cusolverDnSpotrfBatched{
    solver, "cusolverDnSpotrfBatched"};
inline constinit loaded<decltype(::cusolverDnSsyevjBatched)> cusolverDnSsyevjBatched{
    solver, "cusolverDnSsyevjBatched"};
inline constinit loaded<decltype(::cusolverDnSsyevjBatched_bufferSize)>
    cusolverDnSsyevjBatched_bufferSize{solver, "cusolverDnSsyevjBatched_bufferSize"};
inline constinit loaded<decltype(::cusolverDnXgeqrf)> cusolverDnXgeqrf{solver, "cusolverDnXgeqrf"};
inline constinit loaded<decltype(::cusolverDnXgeqrf_bufferSize)> cusolverDnXgeqrf_bufferSize{
    solver, "cusolverDnXgeqrf_bufferSize"};
inline constinit loaded<decltype(::cusolverDnXgesvdp)> cusolverDnXgesvdp{solver,
                                                                         "cusolverDnXgesvdp"};
inline constinit loaded<decltype(::cusolverDnXgesvdp_bufferSize)> cusolverDnXgesvdp_bufferSize{
    solver, "cusolverDnXgesvdp_bufferSize"};
inline constinit loaded<decltype(::cusolverDnXgetrf)> cusolverDnXgetrf{solver, "cusolverDnXgetrf"};
inline constinit loaded<decltype(::cusolverDnXgetrf_bufferSize)> cusolverDnXgetrf_bufferSize{
    solver, "cusolverDnXgetrf_bufferSize"};
inline constinit loaded<decltype(::cusolverDnXgetrs)> cusolverDnXgetrs{solver, "cusolverDnXgetrs"};
inline constinit loaded<decltype(::cusolverDnXpotrf)> cusolverDnXpotrf{solver, "cusolverDnXpotrf"};
inline constinit loaded<decltype(::cusolverDnXpotrf_bufferSize)> cusolverDnXpotrf_bufferSize{
    solver, "cusolverDnXpotrf_bufferSize"};
inline constinit loaded<decltype(::cusolverDnXpotrs)> cusolverDnXpotrs{solver, "cusolverDnXpotrs"};
inline constinit loaded<decltype(::cusolverDnXsyevd)> cusolverDnXsyevd{solver, "cusolverDnXsyevd"};
inline constinit loaded<decltype(::cusolverDnXsyevd_bufferSize)> cusolverDnXsyevd_bufferSize{
    solver, "cusolverDnXsyevd_bufferSize"};
inline constinit loaded<decltype(::cusolverDnZgesvdj)> cusolverDnZgesvdj{solver,
                                                                         "cusolverDnZgesvdj"};
inline constinit loaded<decltype(::cusolverDnZgesvdj_bufferSize)> cusolverDnZgesvdj_bufferSize{
    solver, "cusolverDnZgesvdj_bufferSize"};
inline constinit loaded<decltype(::cusolverDnZheevjBatched)> cusolverDnZheevjBatched{
    solver, "cusolverDnZheevjBatched"};
inline constinit loaded<decltype(::cusolverDnZheevjBatched_bufferSize)>
    cusolverDnZheevjBatched_bufferSize{solver, "cusolverDnZheevjBatched_bufferSize"};
inline constinit loaded<decltype(::cusolverDnZpotrfBatched)> cusolverDnZpotrfBatched{
    solver, "cusolverDnZpotrfBatched"};
inline constinit loaded<decltype(::cusolverDnZungqr)> cusolverDnZungqr{solver, "cusolverDnZungqr"};
inline constinit loaded<decltype(::cusolverDnZungqr_bufferSize)> cusolverDnZungqr_bufferSize{
    solver, "cusolverDnZungqr_bufferSize"};

#if CUSOLVER_VERSION >= 11701
inline constinit loaded<decltype(::cusolverDnXgeev)> cusolverDnXgeev{solver, "cusolverDnXgeev"};
inline constinit loaded<decltype(::cusolverDnXgeev_bufferSize)> cusolverDnXgeev_bufferSize{
    solver, "cusolverDnXgeev_bufferSize"};
inline constinit loaded<decltype(::cusolverDnXsyevBatched)> cusolverDnXsyevBatched{
    solver, "cusolverDnXsyevBatched"};
inline constinit loaded<decltype(::cusolverDnXsyevBatched_bufferSize)>
    cusolverDnXsyevBatched_bufferSize{solver, "cusolverDnXsyevBatched_bufferSize"};
#endif
}  // namespace cuda_libraries

using namespace cuda_libraries;

}  // namespace acre::backends
