#pragma once

namespace acre {

class generator;  // <acre/random/generator.hpp>

}  // namespace acre
