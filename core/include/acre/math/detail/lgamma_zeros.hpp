#pragma once

#include <acre/math/detail/double_double.hpp>

/// lgamma next to its zeros below -2, of which each interval between two poles has two. At the
/// double nearest to a zero the result is what that double misses it by, down to 2^-54: the zero is
/// needed to some 107 bits and the difference exactly. Beyond -16 no double comes near a zero.
namespace acre::math::detail {

/// log|Gamma(zero + t)| = slope t + t^2 (term[0] + t term[1] + ...): psi and its derivatives over
/// factorials at the zero, all from 400-bit arithmetic (mpmath). To 2^-58 where it is below 2^-8.
struct lgamma_zero {
  double zero, zero_low, slope, slope_low;
  double term[7];
};

/// The first and the second zero below -2, -3, ..., -15.
struct lgamma_zero_table {
  lgamma_zero zero[28];
};
// clang-format off
inline constexpr lgamma_zero_table lgamma_zeros = {{
    {-0x1.3a7fc9600f86cp+1, -0x1.55f64f98af8dp-55, 0x1.83fe966af535fp+0, -0x1.775909a36a6a4p-55,
     {0x1.36eebb002f55dp+2, 0x1.694a6058a7858p+0, 0x1.1718d7ca09e5bp+3, 0x1.7339fe04b2764p+2,
      0x1.8d32f682aa0bdp+4, 0x1.809f04ee6e0fap+4, 0x1.48eaa81657361p+6}},
    {-0x1.5fb410a1bd901p+1, 0x1.a19a96d2e6f85p-54, -0x1.ea12da904b18cp+0, -0x1.220130f99b2cfp-54,
     {0x1.3267f3c265a52p+3, -0x1.4185ac30c8bf2p+4, 0x1.f504accc9f19bp+5, -0x1.8588458207eacp+7,
      0x1.4373f7cc709b3p+9, -0x1.12239bdd6c013p+11, 0x1.dba65e27421c4p+12}},
    {-0x1.9260dbc9e59afp+1, -0x1.f717cd335a7b3p-53, 0x1.f20a65f2fac55p+2, -0x1.1d258e4b0be84p-53,
     {0x1.9d4d2977150efp+4, 0x1.c1137124d5c5bp+6, 0x1.267203d776b0ep+9, 0x1.99a6337da39ddp+11,
      0x1.293c3f78d3bdbp+14, 0x1.bb97aa0b71e45p+16, 0x1.51ea3345f5349p+19}},
    {-0x1.fa471547c2fe5p+1, -0x1.70d4561291237p-56, -0x1.4b99d966c5647p+4, 0x1.9cba2450afff3p-50,
     {0x1.f76deae0436bep+7, -0x1.d25359d4b2f38p+11, 0x1.e8f829f141aa5p+15, -0x1.116f7806d26d3p+20,
      0x1.3e8f3ab9fc1f4p+24, -0x1.7dbbe062ffd9ep+28, 0x1.d2f76de7bd027p+32}},
    {-0x1.0284e78599581p+2, 0x1.e78c1e9e43cfep-53, 0x1.aca5cf4921642p+4, 0x1.a46a2e0d8fe1p-51,
     {0x1.44415cd813f8ep+8, 0x1.559b11b2a9c7cp+12, 0x1.96d18e21aebdbp+16, 0x1.0261eb5732e4p+21,
      0x1.55e3dbf99eb3dp+25, 0x1.d14fe49c4e437p+29, 0x1.433dce282da6ep+34}},
    {-0x1.3f7577a6eeafdp+2, 0x1.5de5eab7f12cfp-53, -0x1.d224a3ef9e41fp+6, -0x1.9be272a13babcp-48,
     {0x1.b533c678a3956p+12, -0x1.0d3f7fee65d34p+19, 0x1.752a6f5ac2726p+25, -0x1.13d5d163bd3f7p+32,
      0x1.a8c5c53458ca5p+38, -0x1.5068b3ed69409p+45, 0x1.0ffa575ea7fe9p+52}},
    {-0x1.4086a57f0b6d9p+2, -0x1.95262b72ca9cap-55, 0x1.ed72e0829ae02p+6, -0x1.fdc1859aea473p-50,
     {0x1.cecc32ec22f9bp+12, 0x1.253d8563f7264p+19, 0x1.a225df2da6e63p+25, 0x1.3e01773762671p+32,
      0x1.f7d8d5bdcb186p+38, 0x1.9a8d00c77a92cp+45, 0x1.557fd8c490b4bp+52}},
    {-0x1.7fe92f591f40dp+2, -0x1.7dd4ed62cbd32p-52, -0x1.661f6a43a5e12p+9, -0x1.0c437b83bc0e6p-45,
     {0x1.f79dcb794f26fp+17, -0x1.d6e8088a19ffep+26, 0x1.ef5d308dbfc97p+35, -0x1.15ea6b0ab529ep+45,
      0x1.44d54e9fe2397p+54, -0x1.8684e40cebb3dp+63, 0x1.df44c1d81c723p+72}},
    {-0x1.8016b25897c8dp+2, 0x1.27e0f49a4ba72p-54, 0x1.69de49e3af2aap+9, 0x1.954b690943b33p-47,
     {0x1.fce23484cfd1p+17, 0x1.de503a3c37c4p+26, 0x1.f9c7b52558abbp+35, 0x1.1d3d50714416ap+45,
      0x1.4f21e2fb9e06p+54, 0x1.9500994cd8a9ep+63, 0x1.f3a2c23c19d79p+72}},
    {-0x1.bffcbf76b86fp+2, 0x1.853b29347b806p-57, -0x1.3abf7a5cea91bp+12, -0x1.8257b8abd0511p-42,
     {0x1.8349a2550422dp+23, -0x1.3d91dadc98428p+35, 0x1.24f3d636f3339p+47, -0x1.20427df1b3492p+59,
      0x1.2775e857fb69cp+71, -0x1.377e70b463c13p+83, 0x1.4f3d28edba5cdp+95}},
    {-0x1.c0033fdedfe1fp+2, 0x1.20bb7d2324678p-52, 0x1.3b407aa387bd1p+12, 0x1.da1e57343b1efp-43,
     {0x1.83e85daafbad6p+23, 0x1.3e552b5e3c226p+35, 0x1.25e42a45e905bp+47, 0x1.216a3560743eep+59,
      0x1.28e1c70ef5313p+71, 0x1.393e2bc330081p+83, 0x1.5164141f5ae6ap+95}},
    {-0x1.ffff97f8159cfp+2, -0x1.e54f415a91586p-55, -0x1.3af76fe4c2fabp+15, -0x1.7cc92f0b996a5p-40,
     {0x1.838e76caaf123p+29, -0x1.3de68b3256526p+44, 0x1.255c052530c71p+59, -0x1.20c2a8418126ap+74,
      0x1.28139342cefp+89, -0x1.384066c322246p+104, 0x1.502bc4dad47d3p+119}},
    {-0x1.000034028b3f9p+3, -0x1.f60cb3cec1cedp-52, 0x1.3b088fed67718p+15, -0x1.505613ba29a31p-39,
     {0x1.83a3893550edcp+29, 0x1.3e0078db8ada4p+44, 0x1.257bec9464251p+59, 0x1.20e9ea0755a47p+74,
      0x1.2843e1313c83bp+89, 0x1.387bd6a785478p+104, 0x1.5074e788de77p+119}},
    {-0x1.1ffffa3884bdp+3, -0x1.ff90c9d2ae925p-53, -0x1.625edfc63db2fp+18, 0x1.da7fc3ed69467p-37,
     {0x1.ea8c150480a7ap+35, -0x1.c4b30e4bc55c1p+53, 0x1.d5fe468dbbf03p+71, -0x1.043d21bc24decp+90,
      0x1.2c334ae535e1dp+108, -0x1.64314b431cd64p+126, 0x1.af6ed589b3a86p+144}},
    {-0x1.200005c7768fbp+3, -0x1.b5b610ffb70d4p-54, 0x1.626120391944p+18, 0x1.7d5e8272cda81p-38,
     {0x1.ea8f32fb7f586p+35, 0x1.c4b75ee68e2bap+53, 0x1.d6043fa1ffaa5p+71, 0x1.04414411db7f4p+90,
      0x1.2c3903ec9c90cp+108, 0x1.64393744bb9bdp+126, 0x1.af79ccdc71d33p+144}},
    {-0x1.3fffff6c0d7cp+3, 0x1.197cea8c42d7dp-51, -0x1.baf7da5f3795dp+21, -0x1.16a79518c8122p-33,
     {0x1.7f3e8791fa0d2p+42, -0x1.ba18befcaaa63p+63, 0x1.1ede14765dc0cp+85, -0x1.8d1a9ab5a505p+106,
      0x1.1e4d8c35d22ccp+128, -0x1.a8a191db109p+149, 0x1.4174f65ff868p+171}},
    {-0x1.40000093f2777p+3, -0x1.927b45d95e154p-52, 0x1.baf825a0c63b2p+21, -0x1.20323f10165f2p-35,
     {0x1.7f3ec8ae05f2ep+42, 0x1.ba192fa62a5c8p+63, 0x1.1ede75ef431bp+85, 0x1.8d1b435ece20fp+106,
      0x1.1e4e1e218c99cp+128, 0x1.a8a28e596cccep+149, 0x1.4175d0d35b3d4p+171}},
    {-0x1.5ffffff28cdd4p+3, 0x1.c9924a65aa486p-53, -0x1.308a7d8eadb7cp+25, 0x1.a95a609877977p-31,
     {0x1.6a4938065bfd2p+49, -0x1.1f51f646980c5p+74, 0x1.005993b17e047p+99, -0x1.e7ee7dccf100cp+123,
      0x1.e3b550a815c55p+148, -0x1.ed38daa0d4c2cp+173, 0x1.00b346bb02a7dp+199}},
    {-0x1.6000000d7322ap+3, -0x1.8aecb2d37ff52p-51, 0x1.308a82715245p+25, -0x1.1233b372bfd9ep-29,
     {0x1.6a493dd62402ep+49, 0x1.1f51fd307a7cdp+74, 0x1.00599beaf8731p+99, 0x1.e7ee915e59f9p+123,
      0x1.e3b567ef58977p+148, 0x1.ed38f6520c29fp+173, 0x1.00b35733b93d4p+199}},
    {-0x1.7ffffffee1127p+3, -0x1.ce1f7906b30f5p-54, -0x1.c8cfbfaf2b0c8p+28, 0x1.7e94018c6c78dp-27,
     {0x1.97926203e98acp+56, -0x1.e4da54ebc6dacp+84, 0x1.447163ae314a4p+113, -0x1.cf2769e629665p+141,
      0x1.585bdc3e1a1ep+170, -0x1.075951fd3e6e6p+199, 0x1.9b2f368a135bap+227}},
    {-0x1.800000011eed9p+3, 0x1.19d5307e1fb5ep-53, 0x1.c8cfc050d4f38p+28, -0x1.7ef0726d4e7acp-26,
     {0x1.9792629426754p+56, 0x1.e4da55ed2869fp+84, 0x1.44716493d49d4p+113, 0x1.cf276b7feead7p+141,
      0x1.585bddabb4165p+170, 0x1.075953436fe86p+199, 0x1.9b2f38d024339p+227}},
    {-0x1.9fffffffe9edcp+3, 0x1.84f40342d001cp-51, -0x1.7328cbfacb4e5p+32, -0x1.eae875d913775p-24,
     {0x1.0d0fa2e06b2f1p+64, -0x1.04105bec453b2p+96, 0x1.1ac9dd401f2e4p+128, -0x1.47ffb069fc5a3p+160,
      0x1.8c49d9a550bffp+192, -0x1.ec79de0e58f55p+224, 0x1.38615a9e729aap+257}},
    {-0x1.a000000016124p+3, -0x1.84e03341ee8ddp-51, 0x1.7328cc0534b1bp+32, -0x1.f63c3a52c12bfp-24,
     {0x1.0d0fa2e7f760fp+64, 0x1.04105bf7369b6p+96, 0x1.1ac9dd4ffcbb2p+128, 0x1.47ffb080fcf49p+160,
      0x1.8c49d9c6aa4a2p+192, 0x1.ec79de3eb3092p+224, 0x1.38615ac17fba5p+257}},
    {-0x1.bffffffffe6c7p+3, 0x1.d2a30f3dae0fbp-51, -0x1.44c3b27faa6bcp+36, -0x1.1972c0b160b2bp-21,
     {0x1.9bfff16cfee53p+71, -0x1.5c71eb305bbbap+107, 0x1.4b87e88b6aa31p+143, -0x1.50778e66e783p+179,
      0x1.63b46f95b59ebp+215, -0x1.82c962042fed7p+251, 0x1.ad58bb7f9c093p+287}},
    {-0x1.c000000001939p+3, -0x1.d2a2f4a73af63p-51, 0x1.44c3b28055944p+36, -0x1.198d430af8ae5p-21,
     {0x1.9bfff16dd8075p+71, 0x1.5c71eb316f30cp+107, 0x1.4b87e88cc815ep+143, 0x1.50778e68a2d38p+179,
      0x1.63b46f97e8037p+215, 0x1.82c96206f962dp+251, 0x1.ad58bb8325232p+287}},
    {-0x1.dfffffffffe52p+3, 0x1.fcf9ccfd8867ep-51, -0x1.30777757fa84ap+40, 0x1.86558a534b1cdp-14,
     {0x1.6a1bf33124eddp+79, -0x1.1f1c1dba9251p+119, 0x1.0019876a17ea6p+159, -0x1.e7562019511d5p+198,
      0x1.e300149e44802p+238, -0x1.ec6148051096fp+278, 0x1.0033115fea2e8p+319}},
    {-0x1.e0000000001aep+3, -0x1.fcf9ccde8721p-51, 0x1.30777758057b6p+40, 0x1.865586b64d417p-14,
     {0x1.6a1bf33131f8p+79, 0x1.1f1c1dbaa1d33p+119, 0x1.0019876a2a5c3p+159, 0x1.e75620197cfcep+198,
      0x1.e300149e78ae1p+238, 0x1.ec6148054ea5dp+278, 0x1.003311600f15dp+319}},
    {-0x1.fffffffffffe5p+3, -0x1.80c18cc43ea26p-53, -0x1.30777757ffa65p+44, 0x1.9865588a24e58p-10,
     {0x1.6a1bf3312b084p+87, -0x1.1f1c1dba99933p+131, 0x1.0019876a208c6p+175, -0x1.e756201965a62p+218,
      0x1.e300149e5cec2p+262, -0x1.ec6148052da29p+306, 0x1.0033115ffb743p+351}}}};
// clang-format on

/// For -16 < x < -2 where |lgamma(x)| < 2^-8.
ACRE_MATH_NOINLINE double lgamma_near_zero(double x)
{
  double const whole = ::floor(-x);
  int const second = -x - whole > 0.6 ? 1 : 0;
  auto const& zeros = backends::constant_table<lgamma_zeros>().zero;
  lgamma_zero const& z = zeros[2 * (static_cast<int>(whole) - 2) + second];
  dd const t = two_sum(x - z.zero, -z.zero_low);  // the first difference is exact
  double const tail =
      horner(t.hi, z.term[0], z.term[1], z.term[2], z.term[3], z.term[4], z.term[5], z.term[6]);
  dd const slope = quick_two_sum(z.slope, t.hi * tail);
  dd const value = dd_multiply(dd{slope.hi, slope.lo + z.slope_low}, t);
  return value.hi + value.lo;
}

}  // namespace acre::math::detail
