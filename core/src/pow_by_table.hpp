#pragma once

#include <acre/math/pow.hpp>

#include <cstdint>

/// pow's bits for one number in a third of the time, where they can be told.
///
/// The slow part of one x^y alone is the logarithm to 2^-65: a chain of operations that wait for
/// each other. (Vectors compute it for many numbers at once, and a GPU reads no table gladly.) Here
/// it is log(x) = k ln2 - log(inverse) + log(1 + m), m = x 2^-k inverse - 1 exact and below 2^-7.9,
/// as in P. T. P. Tang, "Table-driven implementation of the logarithm function in IEEE
/// floating-point arithmetic", ACM TOMS 16 (1990). It is another number than pow's own logarithm,
/// from which it differs by `error` at most. What follows grows with it, rounding by rounding:
/// where both ends of that range give the same r and the same result, so does all between, pow's
/// own logarithm too.
namespace acre::math::detail {

struct log_row {
  double inverse;  ///< a multiple of 1/256 near 1/x
  double high;     ///< -log(inverse), to a multiple of 2^-42: k ln2<double>::high + high is exact
  double low;      ///< the rest of it
  double error;    ///< of the logarithm of pow.hpp and of the one here together
};

/// By the first 8 bits of the mantissa above `log_rows_from`, in the middle of whose intervals 1
/// is. pow's own logarithm is wrong by 2^-53.3 |s|^5 at most, s = (x - 1)/(x + 1) of the reduced x:
/// half an ulp each of the series' tail and of its product with s^2; its polynomial by less than
/// 2^-70. The one here and the roundings after it by 2^-76.5. The error is 2^-52 |s|^5 + 2^-75.
inline constexpr std::uint64_t log_rows_from = 0x3fe6980000000000u;
alignas(64) inline constexpr log_row log_rows[256] = {
    {0x1.6ap0, -0x1.62c82f2b9cp-2, -0x1.e54bdbd7c8a98p-44, 0x1.37bp-65},
    {0x1.69p0, -0x1.5ff3070a79p-2, -0x1.e9e439f105039p-45, 0x1.321p-65},
    {0x1.68p0, -0x1.5d1bdbf581p-2, 0x1.8d6bdc9c7c238p-44, 0x1.26bp-65},
    {0x1.67p0, -0x1.5a42ab0f4dp-2, 0x1.e63af2df7ba69p-50, 0x1.1b6p-65},
    {0x1.66p0, -0x1.5767717456p-2, 0x1.64ead9524d7cap-44, 0x1.101p-65},
    {0x1.65p0, -0x1.548a2c3addp-2, -0x1.3167e63081cf7p-45, 0x1.05ap-65},
    {0x1.64p0, -0x1.51aad872ep-2, 0x1.f4bd8db0a7cc1p-44, 0x1.f68p-66},
    {0x1.63p0, -0x1.4ec97326p-2, -0x1.34d7aaf04d104p-45, 0x1.e3ap-66},
    {0x1.62p0, -0x1.4be5f95778p-2, 0x1.d7c92cd9ad824p-44, 0x1.cedp-66},
    {0x1.61p0, -0x1.4900680401p-2, 0x1.8bccffe1a0f8cp-44, 0x1.bddp-66},
    {0x1.6p0, -0x1.4618bc21c6p-2, 0x1.3d82f484c84ccp-46, 0x1.aafp-66},
    {0x1.5fp0, -0x1.432ef2a04fp-2, 0x1.fb129931715adp-44, 0x1.99fp-66},
    {0x1.5ep0, -0x1.404308686ap-2, -0x1.f8ef43049f7d3p-44, 0x1.88fp-66},
    {0x1.5ep0, -0x1.404308686ap-2, -0x1.f8ef43049f7d3p-44, 0x1.79dp-66},
    {0x1.5dp0, -0x1.3d54fa5c1fp-2, -0x1.c3e1cd9a395e3p-44, 0x1.68dp-66},
    {0x1.5cp0, -0x1.3a64c55694p-2, -0x1.7a71cbcd735dp-44, 0x1.59bp-66},
    {0x1.5bp0, -0x1.3772662bfep-2, 0x1.e9436ac53b023p-44, 0x1.4c8p-66},
    {0x1.5ap0, -0x1.347dd9a988p-2, 0x1.5594dd4c58092p-45, 0x1.3d6p-66},
    {0x1.59p0, -0x1.31871c9544p-2, -0x1.84fab94cecfd9p-46, 0x1.302p-66},
    {0x1.58p0, -0x1.2e8e2bae12p-2, 0x1.67b1e99b72bd8p-45, 0x1.22fp-66},
    {0x1.57p0, -0x1.2b9303ab8ap-2, 0x1.6db12d6bfb0a5p-45, 0x1.17ap-66},
    {0x1.56p0, -0x1.2895a13de8p-2, -0x1.a8d7ad24c13fp-44, 0x1.0a6p-66},
    {0x1.55p0, -0x1.2596010df7p-2, -0x1.8e7bc224ea3e3p-44, 0x1.fe1p-67},
    {0x1.54p0, -0x1.22941fbcf8p-2, 0x1.a6976f5eb0963p-44, 0x1.e76p-67},
    {0x1.54p0, -0x1.22941fbcf8p-2, 0x1.a6976f5eb0963p-44, 0x1.d48p-67},
    {0x1.53p0, -0x1.1f8ff9e48ap-2, -0x1.7946c040cbe77p-45, 0x1.bddp-67},
    {0x1.52p0, -0x1.1c898c169ap-2, 0x1.81410e5c62affp-44, 0x1.aafp-67},
    {0x1.51p0, -0x1.1980d2dd42p-2, -0x1.b7b3a7a361c9ap-45, 0x1.981p-67},
    {0x1.5p0, -0x1.1675cababap-2, -0x1.8380e731f55c4p-44, 0x1.852p-67},
    {0x1.4fp0, -0x1.136870293bp-2, 0x1.d3e8499d67123p-44, 0x1.742p-67},
    {0x1.4ep0, -0x1.1058bf9ae5p-2, 0x1.4ab9d817d52cdp-44, 0x1.632p-67},
    {0x1.4ep0, -0x1.1058bf9ae5p-2, 0x1.4ab9d817d52cdp-44, 0x1.528p-67},
    {0x1.4dp0, -0x1.0d46b579abp-2, -0x1.d2c81f640e1e6p-44, 0x1.431p-67},
    {0x1.4cp0, -0x1.0a324e2739p-2, -0x1.c6bee7ef4030ep-47, 0x1.33fp-67},
    {0x1.4bp0, -0x1.071b85fcd6p-2, 0x1.bcb8ba3e01a11p-44, 0x1.259p-67},
    {0x1.4ap0, -0x1.0402594b4dp-2, -0x1.036b89ef42d7fp-48, 0x1.17ap-67},
    {0x1.49p0, -0x1.00e6c45ad5p-2, -0x1.cc68d52e01203p-50, 0x1.0a6p-67},
    {0x1.49p0, -0x1.00e6c45ad5p-2, -0x1.cc68d52e01203p-50, 0x1.fbp-68},
    {0x1.48p0, -0x1.fb9186d5e4p-3, 0x1.d572aab993c87p-47, 0x1.e2ep-68},
    {0x1.47p0, -0x1.f550a564b8p-3, 0x1.323e3a09202fep-45, 0x1.cb7p-68},
    {0x1.46p0, -0x1.ef0adcbdc6p-3, 0x1.b26b79c86af24p-45, 0x1.b4cp-68},
    {0x1.45p0, -0x1.e8c0252aa6p-3, 0x1.6805b80e8e6ffp-45, 0x1.9eep-68},
    {0x1.44p0, -0x1.e27076e2bp-3, 0x1.a342c2af0003cp-44, 0x1.8a7p-68},
    {0x1.44p0, -0x1.e27076e2bp-3, 0x1.a342c2af0003cp-44, 0x1.76dp-68},
    {0x1.43p0, -0x1.dc1bca0abep-3, -0x1.8fac1a628ccc6p-44, 0x1.63fp-68},
    {0x1.42p0, -0x1.d5c216b4fcp-3, 0x1.1ba91bbca681bp-45, 0x1.51cp-68},
    {0x1.41p0, -0x1.cf6354e09cp-3, -0x1.771239a07d55bp-45, 0x1.406p-68},
    {0x1.4p0, -0x1.c8ff7c79aap-3, 0x1.7794f689f8434p-45, 0x1.2fcp-68},
    {0x1.4p0, -0x1.c8ff7c79aap-3, 0x1.7794f689f8434p-45, 0x1.1ffp-68},
    {0x1.3fp0, -0x1.c2968558c2p-3, 0x1.cfd73dee38a4p-45, 0x1.10dp-68},
    {0x1.3ep0, -0x1.bc286742d8p-3, -0x1.9ac53f39d121cp-44, 0x1.027p-68},
    {0x1.3dp0, -0x1.b5b519e8fcp-3, 0x1.4b722ec011f31p-44, 0x1.e82p-69},
    {0x1.3dp0, -0x1.b5b519e8fcp-3, 0x1.4b722ec011f31p-44, 0x1.ce7p-69},
    {0x1.3cp0, -0x1.af3c94e80cp-3, 0x1.a4e633fcd9066p-52, 0x1.b4cp-69},
    {0x1.3bp0, -0x1.a8becfc882p-3, -0x1.e3185cf21b9cfp-44, 0x1.9c9p-69},
    {0x1.3ap0, -0x1.a23bc1fe2cp-3, 0x1.539cd91dc9f0bp-44, 0x1.85fp-69},
    {0x1.3ap0, -0x1.a23bc1fe2cp-3, 0x1.539cd91dc9f0bp-44, 0x1.70cp-69},
    {0x1.39p0, -0x1.9bb362e7ep-3, 0x1.1f2a8a1ce0ffcp-45, 0x1.5bap-69},
    {0x1.38p0, -0x1.9525a9cf46p-3, 0x1.297137d9f158fp-44, 0x1.47fp-69},
    {0x1.37p0, -0x1.8e928de886p-3, -0x1.a8154b13d72d5p-44, 0x1.35dp-69},
    {0x1.37p0, -0x1.8e928de886p-3, -0x1.a8154b13d72d5p-44, 0x1.23bp-69},
    {0x1.36p0, -0x1.87fa06520cp-3, -0x1.22120401202fcp-44, 0x1.131p-69},
    {0x1.35p0, -0x1.815c0a1436p-3, 0x1.02a52f9201ce8p-44, 0x1.027p-69},
    {0x1.34p0, -0x1.7ab890210ep-3, 0x1.bdb9072534a58p-45, 0x1.e6ap-70},
    {0x1.34p0, -0x1.7ab890210ep-3, 0x1.bdb9072534a58p-45, 0x1.c86p-70},
    {0x1.33p0, -0x1.740f8f5404p-3, 0x1.0b66c99018aa1p-44, 0x1.ad3p-70},
    {0x1.32p0, -0x1.6d60fe719ep-3, 0x1.bc6e557134767p-44, 0x1.92p-70},
    {0x1.32p0, -0x1.6d60fe719ep-3, 0x1.bc6e557134767p-44, 0x1.79dp-70},
    {0x1.31p0, -0x1.66acd4272ap-3, -0x1.aa1bdbfc6c785p-44, 0x1.61ap-70},
    {0x1.3p0, -0x1.5ff3070a7ap-3, 0x1.8586f183bebf2p-44, 0x1.4c8p-70},
    {0x1.2fp0, -0x1.59338d9982p-3, -0x1.0ba68b7555d4ap-48, 0x1.375p-70},
    {0x1.2fp0, -0x1.59338d9982p-3, -0x1.0ba68b7555d4ap-48, 0x1.23bp-70},
    {0x1.2ep0, -0x1.526e5e3a1cp-3, 0x1.790ba37fc5238p-44, 0x1.10ap-70},
    {0x1.2dp0, -0x1.4ba36f39a6p-3, 0x1.4354bb3f219e5p-44, 0x1.fe3p-71},
    {0x1.2dp0, -0x1.4ba36f39a6p-3, 0x1.4354bb3f219e5p-44, 0x1.dc6p-71},
    {0x1.2cp0, -0x1.44d2b6ccb8p-3, 0x1.70cc16135783cp-46, 0x1.bcfp-71},
    {0x1.2bp0, -0x1.3dfc2b0eccp-3, -0x1.8a72a62b8c13fp-45, 0x1.9f5p-71},
    {0x1.2bp0, -0x1.3dfc2b0eccp-3, -0x1.8a72a62b8c13fp-45, 0x1.82ep-71},
    {0x1.2ap0, -0x1.371fc201e8p-3, -0x1.ee8779b2d8abcp-44, 0x1.68ep-71},
    {0x1.29p0, -0x1.303d718e48p-3, 0x1.680b5ce3ecb05p-50, 0x1.502p-71},
    {0x1.29p0, -0x1.303d718e48p-3, 0x1.680b5ce3ecb05p-50, 0x1.389p-71},
    {0x1.28p0, -0x1.29552f82p-3, 0x1.5b967f4471dfcp-44, 0x1.22cp-71},
    {0x1.27p0, -0x1.2266f190a6p-3, 0x1.4d20ab840e7f6p-45, 0x1.0e4p-71},
    {0x1.27p0, -0x1.2266f190a6p-3, 0x1.4d20ab840e7f6p-45, 0x1.f5cp-72},
    {0x1.26p0, -0x1.1b72ad52f6p-3, -0x1.e80a41811a396p-45, 0x1.d17p-72},
    {0x1.25p0, -0x1.1478584674p-3, -0x1.563451027c75p-46, 0x1.afap-72},
    {0x1.25p0, -0x1.1478584674p-3, -0x1.563451027c75p-46, 0x1.903p-72},
    {0x1.24p0, -0x1.0d77e7cd08p-3, -0x1.cb2cd2ee2f482p-44, 0x1.733p-72},
    {0x1.23p0, -0x1.0671512ca6p-3, 0x1.a47579cdc0a3dp-45, 0x1.576p-72},
    {0x1.23p0, -0x1.0671512ca6p-3, 0x1.a47579cdc0a3dp-45, 0x1.3ep-72},
    {0x1.22p0, -0x1.fec9131dcp-4, 0x1.54555d1ae6607p-44, 0x1.25dp-72},
    {0x1.21p0, -0x1.f0a30c0118p-4, 0x1.d599e83368e91p-44, 0x1.101p-72},
    {0x1.21p0, -0x1.f0a30c0118p-4, 0x1.d599e83368e91p-44, 0x1.f6fp-73},
    {0x1.2p0, -0x1.e27076e2bp-4, 0x1.a342c2af0003cp-45, 0x1.d04p-73},
    {0x1.1fp0, -0x1.d4313d66ccp-4, 0x1.9454379135713p-45, 0x1.acp-73},
    {0x1.1fp0, -0x1.d4313d66ccp-4, 0x1.9454379135713p-45, 0x1.8c9p-73},
    {0x1.1ep0, -0x1.c5e548f5bcp-4, -0x1.d0c57585fbe06p-46, 0x1.6d2p-73},
    {0x1.1ep0, -0x1.c5e548f5bcp-4, -0x1.d0c57585fbe06p-46, 0x1.528p-73},
    {0x1.1dp0, -0x1.b78c82bb1p-4, 0x1.25ef7bc3987e7p-44, 0x1.37fp-73},
    {0x1.1cp0, -0x1.a926d3a4acp-4, -0x1.563650bd22a9cp-44, 0x1.1fcp-73},
    {0x1.1cp0, -0x1.a926d3a4acp-4, -0x1.563650bd22a9cp-44, 0x1.0ap-73},
    {0x1.1bp0, -0x1.9ab4246204p-4, 0x1.8a64826787061p-45, 0x1.ed4p-74},
    {0x1.1ap0, -0x1.8c345d6318p-4, -0x1.b20f5acb42a66p-44, 0x1.c62p-74},
    {0x1.1ap0, -0x1.8c345d6318p-4, -0x1.b20f5acb42a66p-44, 0x1.a44p-74},
    {0x1.19p0, -0x1.7da766d7bp-4, -0x1.2cc844480c89bp-44, 0x1.85dp-74},
    {0x1.19p0, -0x1.7da766d7bp-4, -0x1.2cc844480c89bp-44, 0x1.694p-74},
    {0x1.18p0, -0x1.6f0d28ae58p-4, 0x1.4b4641b664613p-44, 0x1.4fap-74},
    {0x1.17p0, -0x1.60658a9374p-4, -0x1.0c3b1dee9c4f8p-44, 0x1.387p-74},
    {0x1.17p0, -0x1.60658a9374p-4, -0x1.0c3b1dee9c4f8p-44, 0x1.23ap-74},
    {0x1.16p0, -0x1.51b073f06p-4, -0x1.83f69278e686ap-44, 0x1.105p-74},
    {0x1.16p0, -0x1.51b073f06p-4, -0x1.83f69278e686ap-44, 0x1.febp-75},
    {0x1.15p0, -0x1.42edcbea64p-4, -0x1.bc0eeea7c9acdp-46, 0x1.dfcp-75},
    {0x1.15p0, -0x1.42edcbea64p-4, -0x1.bc0eeea7c9acdp-46, 0x1.c3bp-75},
    {0x1.14p0, -0x1.341d7961bcp-4, -0x1.1d0929983761p-44, 0x1.aa9p-75},
    {0x1.13p0, -0x1.253f62f0ap-4, -0x1.416f8fb69a701p-44, 0x1.945p-75},
    {0x1.13p0, -0x1.253f62f0ap-4, -0x1.416f8fb69a701p-44, 0x1.8p-75},
    {0x1.12p0, -0x1.16536eea38p-4, 0x1.47c5e768fa309p-46, 0x1.6e9p-75},
    {0x1.12p0, -0x1.16536eea38p-4, 0x1.47c5e768fa309p-46, 0x1.5f2p-75},
    {0x1.11p0, -0x1.075983599p-4, 0x1.b8ecfe4b59987p-44, 0x1.519p-75},
    {0x1.1p0, -0x1.f0a30c0118p-5, 0x1.d599e83368e91p-45, 0x1.45p-75},
    {0x1.1p0, -0x1.f0a30c0118p-5, 0x1.d599e83368e91p-45, 0x1.3a6p-75},
    {0x1.0fp0, -0x1.d276b8adbp-5, -0x1.6a423c78a64bp-46, 0x1.31ap-75},
    {0x1.0fp0, -0x1.d276b8adbp-5, -0x1.6a423c78a64bp-46, 0x1.28fp-75},
    {0x1.0ep0, -0x1.b42dd71198p-5, 0x1.c827ae5d6704cp-46, 0x1.223p-75},
    {0x1.0ep0, -0x1.b42dd71198p-5, 0x1.c827ae5d6704cp-46, 0x1.1c6p-75},
    {0x1.0dp0, -0x1.95c830ec9p-5, 0x1.c148297c5feb8p-45, 0x1.179p-75},
    {0x1.0dp0, -0x1.95c830ec9p-5, 0x1.c148297c5feb8p-45, 0x1.12bp-75},
    {0x1.0cp0, -0x1.77458f633p-5, 0x1.181dce586af09p-44, 0x1.0fdp-75},
    {0x1.0bp0, -0x1.58a5bafc9p-5, 0x1.b2b739570ad39p-45, 0x1.0bfp-75},
    {0x1.0bp0, -0x1.58a5bafc9p-5, 0x1.b2b739570ad39p-45, 0x1.0ap-75},
    {0x1.0ap0, -0x1.39e87b9fe8p-5, -0x1.eafd480ad9015p-44, 0x1.081p-75},
    {0x1.0ap0, -0x1.39e87b9fe8p-5, -0x1.eafd480ad9015p-44, 0x1.062p-75},
    {0x1.09p0, -0x1.1b0d98924p-5, 0x1.3401e9ae889bbp-44, 0x1.043p-75},
    {0x1.09p0, -0x1.1b0d98924p-5, 0x1.3401e9ae889bbp-44, 0x1.034p-75},
    {0x1.08p0, -0x1.f829b0e78p-6, -0x1.980267c7e09e4p-45, 0x1.024p-75},
    {0x1.08p0, -0x1.f829b0e78p-6, -0x1.980267c7e09e4p-45, 0x1.024p-75},
    {0x1.07p0, -0x1.b9fc027bp-6, 0x1.b9a010ae6922ap-44, 0x1.015p-75},
    {0x1.07p0, -0x1.b9fc027bp-6, 0x1.b9a010ae6922ap-44, 0x1.015p-75},
    {0x1.06p0, -0x1.7b91b07d6p-6, 0x1.3b955b602ace4p-44, 0x1.005p-75},
    {0x1.06p0, -0x1.7b91b07d6p-6, 0x1.3b955b602ace4p-44, 0x1.005p-75},
    {0x1.05p0, -0x1.3cea44347p-6, 0x1.6a2c432d6a40bp-44, 0x1.005p-75},
    {0x1.05p0, -0x1.3cea44347p-6, 0x1.6a2c432d6a40bp-44, 0x1.005p-75},
    {0x1.04p0, -0x1.fc0a8b0fcp-7, -0x1.f1e7cf6d3a69cp-50, 0x1.005p-75},
    {0x1.04p0, -0x1.fc0a8b0fcp-7, -0x1.f1e7cf6d3a69cp-50, 0x1.005p-75},
    {0x1.03p0, -0x1.7dc475f82p-7, 0x1.eb1245b5da1f5p-44, 0x1.005p-75},
    {0x1.03p0, -0x1.7dc475f82p-7, 0x1.eb1245b5da1f5p-44, 0x1.005p-75},
    {0x1.02p0, -0x1.fe02a6b1p-8, -0x1.9e23f0dda40e4p-46, 0x1.005p-75},
    {0x1.02p0, -0x1.fe02a6b1p-8, -0x1.9e23f0dda40e4p-46, 0x1.005p-75},
    {0x1.01p0, -0x1.ff00aa2bp-9, -0x1.0bc04a086b56ap-45, 0x1.005p-75},
    {0x1.01p0, -0x1.ff00aa2bp-9, -0x1.0bc04a086b56ap-45, 0x1.005p-75},
    {0x1p0, 0, 0, 0x1.005p-75},
    {0x1.fep-1, 0x1.008055958p-8, 0x1.166afcb31c67bp-45, 0x1.005p-75},
    {0x1.fcp-1, 0x1.010157588p-7, 0x1.bce251998b506p-44, 0x1.005p-75},
    {0x1.fap-1, 0x1.82448a388p-7, 0x1.4554412c584ep-44, 0x1.005p-75},
    {0x1.f8p-1, 0x1.020565893p-6, 0x1.611d27c8e8417p-44, 0x1.005p-75},
    {0x1.f6p-1, 0x1.432a92598p-6, 0x1.98139928637fep-47, 0x1.005p-75},
    {0x1.f4p-1, 0x1.8492528c9p-6, -0x1.aa0ba325a0c34p-45, 0x1.005p-75},
    {0x1.f2p-1, 0x1.c63d2ec15p-6, -0x1.5439ce030a687p-44, 0x1.015p-75},
    {0x1.fp-1, 0x1.0415d89e78p-5, -0x1.dddc7f461c516p-44, 0x1.024p-75},
    {0x1.eep-1, 0x1.252f32f8dp-5, 0x1.83e9ae021b67bp-45, 0x1.043p-75},
    {0x1.ecp-1, 0x1.466aed42ep-5, -0x1.c167375bdfd28p-45, 0x1.071p-75},
    {0x1.eap-1, 0x1.67c94f2d48p-5, 0x1.dac20827cca0cp-44, 0x1.0afp-75},
    {0x1.eap-1, 0x1.67c94f2d48p-5, 0x1.dac20827cca0cp-44, 0x1.10cp-75},
    {0x1.e8p-1, 0x1.894aa149f8p-5, 0x1.9a19a8be97661p-44, 0x1.188p-75},
    {0x1.e6p-1, 0x1.aaef2d0fbp-5, 0x1.0fc1a353bb42ep-45, 0x1.223p-75},
    {0x1.e4p-1, 0x1.ccb73cddd8p-5, 0x1.965c36e09f5fep-44, 0x1.2ecp-75},
    {0x1.e2p-1, 0x1.eea31c0068p-5, 0x1.c3dd83606d891p-44, 0x1.402p-75},
    {0x1.ep-1, 0x1.08598b59e4p-4, -0x1.7e5dd7009902cp-46, 0x1.547p-75},
    {0x1.dep-1, 0x1.1973bd1464p-4, 0x1.566d154f930b3p-44, 0x1.6e9p-75},
    {0x1.dcp-1, 0x1.2aa04a447p-4, 0x1.7a48ba8b1cb41p-44, 0x1.8e8p-75},
    {0x1.dap-1, 0x1.3bdf5a7d2p-4, -0x1.19bd0ad125895p-44, 0x1.b53p-75},
    {0x1.dap-1, 0x1.3bdf5a7d2p-4, -0x1.19bd0ad125895p-44, 0x1.e49p-75},
    {0x1.d8p-1, 0x1.4d3115d208p-4, -0x1.53a2582f4e1efp-48, 0x1.0dep-74},
    {0x1.d6p-1, 0x1.5e95a4d978p-4, 0x1.1cb7ce1d17171p-44, 0x1.2ecp-74},
    {0x1.d4p-1, 0x1.700d30aeacp-4, 0x1.c1e8da99ded32p-49, 0x1.557p-74},
    {0x1.d2p-1, 0x1.8197e2f41p-4, -0x1.c0fe460d20041p-44, 0x1.81fp-74},
    {0x1.dp-1, 0x1.9335e5d594p-4, 0x1.3115c3abd47dap-45, 0x1.b62p-74},
    {0x1.dp-1, 0x1.9335e5d594p-4, 0x1.3115c3abd47dap-45, 0x1.f22p-74},
    {0x1.cep-1, 0x1.a4e7640b1cp-4, -0x1.e42b6b94407c8p-47, 0x1.1afp-73},
    {0x1.ccp-1, 0x1.b6ac88dad4p-4, 0x1.b1bdff50225c7p-44, 0x1.41ap-73},
    {0x1.cap-1, 0x1.c885801bc4p-4, 0x1.646d1c65aacd3p-45, 0x1.6d2p-73},
    {0x1.c8p-1, 0x1.da72763844p-4, 0x1.a89401fa71733p-46, 0x1.9fep-73},
    {0x1.c8p-1, 0x1.da72763844p-4, 0x1.a89401fa71733p-46, 0x1.d78p-73},
    {0x1.c6p-1, 0x1.ec739830ap-4, 0x1.11fcba80cdd1p-44, 0x1.0ap-72},
    {0x1.c4p-1, 0x1.fe89139dbcp-4, 0x1.56594d82f7a82p-44, 0x1.2d1p-72},
    {0x1.c2p-1, 0x1.08598b59e4p-3, -0x1.7e5dd7009902cp-45, 0x1.53cp-72},
    {0x1.cp-1, 0x1.1178e8227ep-3, 0x1.1ef78ce2d07f2p-45, 0x1.7e1p-72},
    {0x1.cp-1, 0x1.1178e8227ep-3, 0x1.1ef78ce2d07f2p-45, 0x1.ad3p-72},
    {0x1.bep-1, 0x1.1aa2b7e24p-3, -0x1.1ac38dde3b366p-44, 0x1.e13p-72},
    {0x1.bcp-1, 0x1.23d712a49cp-3, 0x1.00d238fd3df5cp-46, 0x1.0dp-71},
    {0x1.bap-1, 0x1.2d1610c868p-3, 0x1.39d6ccb81b4a1p-47, 0x1.2bep-71},
    {0x1.bap-1, 0x1.2d1610c868p-3, 0x1.39d6ccb81b4a1p-47, 0x1.4e5p-71},
    {0x1.b8p-1, 0x1.365fcb015ap-3, -0x1.fd3a0afb9691bp-44, 0x1.733p-71},
    {0x1.b6p-1, 0x1.3fb45a5992p-3, 0x1.19713c0cae559p-44, 0x1.9b1p-71},
    {0x1.b4p-1, 0x1.4913d8333cp-3, -0x1.53e43558124c4p-44, 0x1.c69p-71},
    {0x1.b4p-1, 0x1.4913d8333cp-3, -0x1.53e43558124c4p-44, 0x1.f65p-71},
    {0x1.b2p-1, 0x1.527e5e4a1cp-3, -0x1.4e60b8d4b411dp-44, 0x1.149p-70},
    {0x1.bp-1, 0x1.5bf406b544p-3, -0x1.27023eb68981cp-46, 0x1.315p-70},
    {0x1.bp-1, 0x1.5bf406b544p-3, -0x1.27023eb68981cp-46, 0x1.4c8p-70},
    {0x1.aep-1, 0x1.6574ebe8c2p-3, -0x1.98c1d34f0f462p-44, 0x1.6dcp-70},
    {0x1.acp-1, 0x1.6f0128b756p-3, 0x1.577390d31ef0fp-44, 0x1.8fp-70},
    {0x1.aap-1, 0x1.7898d85444p-3, 0x1.8e67be3dbaf3fp-44, 0x1.b34p-70},
    {0x1.aap-1, 0x1.7898d85444p-3, 0x1.8e67be3dbaf3fp-44, 0x1.da9p-70},
    {0x1.a8p-1, 0x1.823c16551ap-3, 0x1.e0ddb9a631e83p-46, 0x1.027p-69},
    {0x1.a6p-1, 0x1.8beafeb39p-3, -0x1.73d54aae92cd1p-47, 0x1.192p-69},
    {0x1.a6p-1, 0x1.8beafeb39p-3, -0x1.73d54aae92cd1p-47, 0x1.2fcp-69},
    {0x1.a4p-1, 0x1.95a5adcf7p-3, 0x1.7f22858a0ff6fp-47, 0x1.497p-69},
    {0x1.a2p-1, 0x1.9f6c40708ap-3, -0x1.337d94bcd3f43p-44, 0x1.64bp-69},
    {0x1.a2p-1, 0x1.9f6c40708ap-3, -0x1.337d94bcd3f43p-44, 0x1.7fep-69},
    {0x1.ap-1, 0x1.a93ed3c8aep-3, -0x1.8724350562169p-45, 0x1.9e1p-69},
    {0x1.9ep-1, 0x1.b31d8575bcp-3, 0x1.c794e562a63cbp-44, 0x1.bddp-69},
    {0x1.9ep-1, 0x1.b31d8575bcp-3, 0x1.c794e562a63cbp-44, 0x1.e09p-69},
    {0x1.9cp-1, 0x1.bd087383bep-3, -0x1.d4bc4595412b6p-45, 0x1.01bp-68},
    {0x1.9ap-1, 0x1.c6ffbc6fp-3, 0x1.ee138d3a69d43p-44, 0x1.149p-68},
    {0x1.9ap-1, 0x1.c6ffbc6fp-3, 0x1.ee138d3a69d43p-44, 0x1.283p-68},
    {0x1.98p-1, 0x1.d1037f2656p-3, -0x1.84a7e75b6f6e4p-47, 0x1.3cap-68},
    {0x1.98p-1, 0x1.d1037f2656p-3, -0x1.84a7e75b6f6e4p-47, 0x1.528p-68},
    {0x1.96p-1, 0x1.db13db0d48p-3, 0x1.2806a847527e6p-44, 0x1.69fp-68},
    {0x1.94p-1, 0x1.e530effe72p-3, -0x1.fdbdbb13f7c18p-44, 0x1.822p-68},
    {0x1.94p-1, 0x1.e530effe72p-3, -0x1.fdbdbb13f7c18p-44, 0x1.9b1p-68},
    {0x1.92p-1, 0x1.ef5ade4ddp-3, -0x1.a211565bb8e11p-51, 0x1.b58p-68},
    {0x1.9p-1, 0x1.f991c6cb3cp-3, -0x1.90d04cd7cc834p-44, 0x1.d17p-68},
    {0x1.9p-1, 0x1.f991c6cb3cp-3, -0x1.90d04cd7cc834p-44, 0x1.eefp-68},
    {0x1.8ep-1, 0x1.01eae5626cp-2, 0x1.a43dcfade85aep-44, 0x1.06ap-67},
    {0x1.8ep-1, 0x1.01eae5626cp-2, 0x1.a43dcfade85aep-44, 0x1.167p-67},
    {0x1.8cp-1, 0x1.07138604d6p-2, -0x1.e76324e912b17p-44, 0x1.271p-67},
    {0x1.8ap-1, 0x1.0c42d67616p-2, 0x1.7188b163ceae9p-45, 0x1.387p-67},
    {0x1.8ap-1, 0x1.0c42d67616p-2, 0x1.7188b163ceae9p-45, 0x1.4aap-67},
    {0x1.88p-1, 0x1.1178e8227ep-2, 0x1.1ef78ce2d07f2p-44, 0x1.5d8p-67},
    {0x1.88p-1, 0x1.1178e8227ep-2, 0x1.1ef78ce2d07f2p-44, 0x1.712p-67},
    {0x1.86p-1, 0x1.16b5ccbadp-2, -0x1.23299042d74bfp-44, 0x1.852p-67},
    {0x1.84p-1, 0x1.1bf99635a7p-2, -0x1.1ac89575c2125p-44, 0x1.9bdp-67},
    {0x1.84p-1, 0x1.1bf99635a7p-2, -0x1.1ac89575c2125p-44, 0x1.b28p-67},
    {0x1.82p-1, 0x1.214456d0ecp-2, -0x1.caf0428b728a3p-44, 0x1.c93p-67},
    {0x1.82p-1, 0x1.214456d0ecp-2, -0x1.caf0428b728a3p-44, 0x1.dfdp-67},
    {0x1.8p-1, 0x1.269621134ep-2, -0x1.1b61f10522625p-44, 0x1.f68p-67},
    {0x1.8p-1, 0x1.269621134ep-2, -0x1.1b61f10522625p-44, 0x1.088p-66},
    {0x1.7ep-1, 0x1.2bef07cdc9p-2, 0x1.a9cfa4a5004f4p-45, 0x1.15bp-66},
    {0x1.7ep-1, 0x1.2bef07cdc9p-2, 0x1.a9cfa4a5004f4p-45, 0x1.24dp-66},
    {0x1.7cp-1, 0x1.314f1e1d36p-2, -0x1.8e27ad3213cb8p-45, 0x1.321p-66},
    {0x1.7ap-1, 0x1.36b6776be1p-2, 0x1.16ecdb0f177c8p-46, 0x1.412p-66},
    {0x1.7ap-1, 0x1.36b6776be1p-2, 0x1.16ecdb0f177c8p-46, 0x1.504p-66},
    {0x1.78p-1, 0x1.3c25277333p-2, 0x1.83b54b606bd5cp-46, 0x1.614p-66},
    {0x1.78p-1, 0x1.3c25277333p-2, 0x1.83b54b606bd5cp-46, 0x1.706p-66},
    {0x1.76p-1, 0x1.419b423d5fp-2, -0x1.ce379226de3ecp-44, 0x1.816p-66},
    {0x1.76p-1, 0x1.419b423d5fp-2, -0x1.ce379226de3ecp-44, 0x1.926p-66},
    {0x1.74p-1, 0x1.4718dc271cp-2, 0x1.06c18fb4c14c5p-44, 0x1.a54p-66},
    {0x1.74p-1, 0x1.4718dc271cp-2, 0x1.06c18fb4c14c5p-44, 0x1.b82p-66},
    {0x1.72p-1, 0x1.4c9e09e173p-2, -0x1.e20891b0ad8a4p-45, 0x1.cb1p-66},
    {0x1.72p-1, 0x1.4c9e09e173p-2, -0x1.e20891b0ad8a4p-45, 0x1.dfdp-66},
    {0x1.7p-1, 0x1.522ae0738ap-2, 0x1.ebe708164c759p-45, 0x1.f2bp-66},
    {0x1.7p-1, 0x1.522ae0738ap-2, 0x1.ebe708164c759p-45, 0x1.03cp-65},
    {0x1.6ep-1, 0x1.57bf753c8dp-2, 0x1.fadedee5d40efp-46, 0x1.0f2p-65},
    {0x1.6ep-1, 0x1.57bf753c8dp-2, 0x1.fadedee5d40efp-46, 0x1.1a7p-65},
    {0x1.6cp-1, 0x1.5d5bddf596p-2, -0x1.a0b2a08a465dcp-47, 0x1.25cp-65},
    {0x1.6cp-1, 0x1.5d5bddf596p-2, -0x1.a0b2a08a465dcp-47, 0x1.37bp-65},
};

/// What of x's logarithm stands in the table, x positive and normal.
struct log_start {
  log_row const& row;
  double power;
  double m;      // exact
  double start;  // exact
};
[[gnu::always_inline]] inline log_start log_start_of(double x)
{
  std::uint64_t const above = to_bits(x) - log_rows_from;
  log_row const& row = log_rows[(above >> 44) & 255];
  auto const power =
      static_cast<double>(static_cast<std::int32_t>(static_cast<std::int64_t>(above) >> 52));
  double const reduced = from_bits<double>(to_bits(x) - (above & 0xfff0000000000000u));
  return {row, power, fused(reduced, row.inverse, -1.0), fused(power, ln2<double>::high, row.high)};
}

/// (log(1 + m) - m + m^2/2) / m^3 to 2^-54.6
[[gnu::always_inline]] inline double log_series(double m, double m2)
{
  return fused(m2,
               fused(m2, fused(m, -0x1.0001461eb0441p-3, 0x1.2493b37f8878p-3),
                     fused(m, -0x1.55555554d382p-3, 0x1.9999999909598p-3)),
               fused(m, -0x1p-2, 0x1.5555555555556p-2));
}

/// Whether x^y was told; then `value` is pow's.
[[gnu::always_inline]] inline bool pow_by_table(double x, double y, double& value)
{
  if (!log_usual(x)) [[unlikely]]
    return false;
  auto const [row, power, m, start] = log_start_of(x);
  double const first = start + m;
  double const half = -0.5 * m;
  double const square = m * half;
  double const log_high = first + square;
  double const lost = ((start - first) + m) + fused(power, ln2<double>::low, row.low);
  double const lost_too = ((first - log_high) + square) + fused(half, m, -square);
  double const m2 = m * m;
  double const log_low = fused(m * m2, log_series(m, m2), lost + lost_too);
  // y log x, then e to its power as exp_reduce and exp_join have it
  double const p = y * log_high;
  double const p_low = fused(y, log_low, fused(y, log_high, -p));
  double const error = magnitude(y) * row.error;
  double const shifted = fused(p, ln2<double>::inverse, fp<double>::round_shift);
  double const k = shifted - fp<double>::round_shift;
  double const high = fused(-k, ln2<double>::high, p);  // exact
  double const low = fused(k, ln2<double>::low, -p_low);
  double const least = low - error, most = low + error;
  double const r = high - least;
  double const other = high - most;
  double const left = high - r;
  double const tail = exp_tail(r);
  double const r2 = r * r;
  double const sum = 1.0 + r;
  double const rest = (1.0 - sum) + r;
  double const result = sum + (rest + fused(r2, tail, left - least));
  double const lower = sum + (rest + fused(r2, tail, left - most));
  std::uint64_t const count = to_bits(shifted) - to_bits(fp<double>::round_shift);
  value = from_bits<double>(to_bits(result) + (count << fp<double>::mantissa));
  // The result is a normal number (and p no NaN); pow has the same k, as r is not at its end.
  if (count + 1000 > 2000) [[unlikely]]
    return false;
  if (!(magnitude(r) < 0.3465)) [[unlikely]]
    return false;
  return ((to_bits(r) ^ to_bits(other)) | (to_bits(result) ^ to_bits(lower))) == 0;
}

/// Likewise for floats. Here and in pow_quick_float y log x is good to 2^-50.5 of itself, below
/// 200, and what follows is one text: the two results are apart by 2^-42.5 of themselves at most.
[[gnu::always_inline]] inline bool pow_by_table(float x, float y, float& value)
{
  if (!(log_usual(static_cast<double>(x)))) [[unlikely]]
    return false;
  auto const [row, power, m, start] = log_start_of(static_cast<double>(x));
  double const first = start + m;
  double const lost = ((start - first) + m) + fused(power, ln2<double>::low, row.low);
  double const m2 = m * m;
  double const logarithm = first + fused(m2, fused(m, log_series(m, m2), -0.5), lost);
  double const p = static_cast<double>(y) * logarithm;
  rough_exp_parts const e = rough_exp(p);
  double const result = fused(e.scale, e.rest, e.scale);
  value = static_cast<float>(fused(result, 0x1p-41, result));
  // p is no NaN, and both have the same k, as it is not at the end of its r.
  double const turns = p * ln2<double>::inverse;
  double const whole = (turns + fp<double>::round_shift) - fp<double>::round_shift;
  if (!(magnitude(p) < 194.0) || !(magnitude(turns - whole) < 0.4999)) [[unlikely]]
    return false;
  return to_bits(value) == to_bits(static_cast<float>(fused(result, -0x1p-41, result)));
}

}  // namespace acre::math::detail
