#!/usr/bin/env bash
# Copies what a GPU machine needs to judge a build.  See --help.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: tests/gpu-bundle.sh BUILD_DIR DEST [DATA_FILE...]

Copies from the build folder BUILD_DIR to the folder DEST:
  tests/*, apps/*, apps/bench/*   the executables, stripped
  lib/                            the shared libraries they need beyond those of every Linux system
  apps/bench/survey/              the survey's list of calls and its peers' side, to be run in DEST
  conformance/                    the cases of tests/conformance for apps/acre-conformance
  data/                           the DATA_FILEs, if any (the tour takes the folder with --data)
  gpu.sh                          to be run there:  DEST/gpu.sh --out LOGS

The tests, the tour and the benchmarks that are not there are left out.
TEXT
}

case ${1:-} in -h | --help) usage; exit 0 ;; esac
[ $# -ge 2 ] || { usage >&2; exit 2; }
build=$(cd "$1" && pwd -P)
mkdir -p "$2"
dest=$(cd "$2" && pwd -P)
shift 2

executables=()
for folder in tests apps apps/bench; do
  for file in "$build/$folder"/*; do
    if [ ! -f "$file" ] || [ ! -x "$file" ]; then continue; fi
    # the tests of the programs' own helpers know no device, and call programs by their place in the build
    case ${file##*/} in test_apps_*) continue ;; esac
    mkdir -p "$dest/$folder"
    strip -o "$dest/$folder/${file##*/}" "$file"
    executables+=("$file")
  done
done
[ ${#executables[@]} -gt 0 ] || { echo "gpu-bundle: no executables under $build/tests or $build/apps" >&2; exit 1; }

# The C and C++ libraries and the driver are the other machine's own: mixing them with ours would
# break more than it helps.
mkdir -p "$dest/lib"
missing=$(ldd "${executables[@]}" | awk '$3 == "not" && $1 !~ /^libcuda\.so|^libnvidia-ml\.so|^libamdhip64\.so/ { print $1 }' | sort -u)
[ -z "$missing" ] || { echo "gpu-bundle: not found here: $missing" >&2; exit 1; }
ldd "${executables[@]}" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
  while IFS= read -r library; do
    case ${library##*/} in
      libc.so* | libm.so* | libdl.so* | libpthread.so* | librt.so* | libresolv.so* | ld-linux*) ;;
      libstdc++.so* | libgcc_s.so* | libcuda.so* | libnvidia-*) ;;
      *) cp -L "$library" "$dest/lib/" ;;
    esac
  done

cp "$(dirname "${BASH_SOURCE[0]}")/gpu.sh" "$dest/"
if [ -x "$build/apps/survey" ]; then  # its list of calls, and the peers' side
  mkdir -p "$dest/apps/bench/survey"
  cp "$(dirname "${BASH_SOURCE[0]}")"/../apps/bench/survey/{cases.json,peers.py,compare.py} "$dest/apps/bench/survey/"
fi
if [ -d "$build/tests/conformance/cases" ]; then
  mkdir -p "$dest/conformance"
  for cases in cases functions lists fourier linalg; do
    [ ! -d "$build/tests/conformance/$cases" ] || cp -R "$build/tests/conformance/$cases" "$dest/conformance/"
  done
  cp "$(dirname "${BASH_SOURCE[0]}")/conformance/expected-failures.txt" "$dest/conformance/"
fi
if [ $# -gt 0 ]; then
  mkdir -p "$dest/data"
  cp -L "$@" "$dest/data/"
fi
du -sh "$dest" | awk '{ print "gpu-bundle: " $2 ", " $1 }'
