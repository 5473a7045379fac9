#!/usr/bin/env bash
# Judges a build on a GPU machine.  See --help.
set -uo pipefail

usage() {
  cat <<'TEXT'
usage: tests/gpu.sh [--bin DIR] [--out DIR] [--only STAGE[,STAGE...]] [--match PATTERN]

Runs the binaries of a build made elsewhere; no compiler, CMake or Python is needed here.

  --bin DIR        folder with tests/, apps/tour, apps/bench/ (default: the folder of this script, or
                   build/cuda of the checkout); tests/gpu-bundle.sh makes one
  --out DIR        folder for the logs, one for each run (default: ./gpu-logs)
  --only STAGES    of: tests, memcheck, initcheck, racecheck, conformance, tour, bench (default: all but
                   racecheck, in this order)
  --match PATTERN  only programs whose name matches this shell pattern
  --data DIR       given to the tour as --data (default: DIR/data of --bin, if it is there)

The stage conformance runs apps/acre-conformance over the manifests of --bin, and over that of
ACRE_REFERENCE_DATA where this names a folder.  What passed stands in OUT/conformance.jsonl then, which
tests/conformance/support makes its page of as tests/conformance/results/cuda.jsonl.
The memcheck, initcheck and racecheck stages run the tests under compute-sanitizer, where that is
installed.  racecheck is for kernels that share memory within a block, and watches every access to that:
ask for it by name and for some of the tests, as in --only racecheck --match '*scan*'.  What all of them
take under it isn't measured, and is expected to be too long for a default.
ACRE_GPU_TIMEOUT scales the time each program may take (1 = tests 300 s, under compute-sanitizer
900 s, tour 600 s, benchmarks 600 s).  ACRE_BENCH_ARGUMENTS are given to every benchmark.

Closes with a table of all runs, and exits non-zero if any failed or if nothing ran.
TEXT
}

die() { echo "gpu.sh: $*" >&2; exit 2; }

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
bin='' out=gpu-logs stages=tests,memcheck,initcheck,conformance,tour,bench match='*' data=''
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --bin | --out | --only | --match | --data)
      [ $# -ge 2 ] || die "$1 wants a value"
      case $1 in --bin) bin=$2 ;; --out) out=$2 ;; --only) stages=$2 ;; --match) match=$2 ;; --data) data=$2 ;; esac
      shift 2 ;;
    *) die "unknown argument $1 (see --help)" ;;
  esac
done
if [ -z "$bin" ]; then
  if [ -d "$here/tests" ]; then bin=$here; else bin=$here/../build/cuda; fi
fi
[ -d "$bin" ] || die "$bin is not a folder"
bin=$(cd "$bin" && pwd -P)
[ -n "$data" ] || { [ ! -d "$bin/data" ] || data=$bin/data; }
if [ -n "${ACRE_REFERENCE_DATA:-}" ]; then
  ACRE_REFERENCE_DATA=$(cd "$ACRE_REFERENCE_DATA" && pwd -P) || die "ACRE_REFERENCE_DATA names no folder"
fi
mkdir -p "$out"
out=$(cd "$out" && pwd -P)
scale=${ACRE_GPU_TIMEOUT:-1}
export LD_LIBRARY_PATH="$bin/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export OMP_PROC_BIND=${OMP_PROC_BIND:-false} OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}

sanitizer=$(command -v compute-sanitizer || true)
for folder in "${CUDA_HOME:-/usr/local/cuda}" /usr/local/cuda; do
  if [ -z "$sanitizer" ] && [ -x "$folder/bin/compute-sanitizer" ]; then sanitizer=$folder/bin/compute-sanitizer; fi
done

summary=$out/summary.txt
: >"$summary"
failures=0 runs=0

# record STAGE NAME OUTCOME SECONDS NOTE
record() {
  printf '%-10s %-36s %-8s %7s  %s\n' "$@" | sed 's/ *$//' | tee -a "$summary"
}

# attempt STAGE NAME LIMIT COMMAND...: runs it, with its output in OUT/STAGE-NAME.log
attempt() {
  local stage=$1 name=$2 limit=$3 log outcome note begin end status
  shift 3
  log=$out/$stage-$name.log
  limit=$(awk -v a="$limit" -v b="$scale" 'BEGIN { print int(a * b + 0.5) }')
  begin=$(date +%s.%N)
  # programs write pictures and files where they stand
  (cd "$out" && exec timeout --kill-after=10 "$limit" "$@") >"$log" 2>&1 </dev/null
  status=$?
  end=$(date +%s.%N)
  runs=$((runs + 1))
  note=$(sed -n 's/^[0-9]* passed, [0-9]* failed$/&/p; s/^\[  PASSED  \] \([0-9]* tests\{0,1\}\)\.$/\1/p; s/^\[  SKIPPED \] \([0-9]* tests\{0,1\}\), .*/\1 skipped/p' "$log" | paste -sd' ' -)
  case $status in
    0) outcome=passed ;;
    3) if [ "$stage" = bench ]; then outcome=skipped note='no row of that name'; else outcome=FAILED note="exit 3${note:+, $note}"; fi ;;
    124 | 137) outcome=FAILED note="over its time of $limit s" ;;
    *) outcome=FAILED note="exit $status${note:+, $note}" ;;
  esac
  [ "$outcome" != FAILED ] || { failures=$((failures + 1)); note+=" (${log##*/})"; }
  record "$stage" "$name" "$outcome" "$(awk -v a="$begin" -v b="$end" 'BEGIN { printf "%.1f", b - a }')" "$note"
}

# each FOLDER FUNCTION: the function on every program of the folder
each() {
  local program
  for program in "$bin/$1"/*; do
    if [ ! -f "$program" ] || [ ! -x "$program" ]; then continue; fi
    # shellcheck disable=SC2053  # a pattern is what is asked for
    [[ ${program##*/} == $match ]] || continue
    "$2" "$program"
  done
}

# ACRE_TEST_LARGE: sums of 2^27 + 11 elements too
run_test() { attempt tests "${1##*/}" 300 env ACRE_TEST_LARGE=1 "$1"; }
# ACRE_SANITIZER tells a test that it runs many times slower than usual
# a call that fails is the library's to report, and the tests provoke some: out of memory
run_memcheck() {
  attempt memcheck "${1##*/}" 900 env ACRE_SANITIZER=memcheck \
    "$sanitizer" --tool memcheck --report-api-errors no --leak-check full --error-exitcode 86 --print-limit 20 "$1"
}
run_initcheck() {
  attempt initcheck "${1##*/}" 900 env ACRE_SANITIZER=initcheck \
    "$sanitizer" --tool initcheck --error-exitcode 86 --print-limit 20 "$1"
}
run_racecheck() {
  attempt racecheck "${1##*/}" 900 env ACRE_SANITIZER=racecheck \
    "$sanitizer" --tool racecheck --error-exitcode 86 --print-limit 20 "$1"
}
run_tour() {
  if [ "${1##*/}" = tour ]; then attempt tour tour 600 "$1" ${data:+--data "$data"}; fi
}
# run_conformance PROGRAM: over the manifests that are there
run_conformance() {
  [ "${1##*/}" = acre-conformance ] || return 0
  local cases=$bin/conformance expected manifest
  [ -d "$cases" ] || cases=$bin/tests/conformance
  expected=$(cat "$cases/expected-failures.txt" 2>/dev/null || cat "$here/conformance/expected-failures.txt")
  for manifest in "$cases/"{functions,lists,fourier,cases} ${ACRE_REFERENCE_DATA:+"$ACRE_REFERENCE_DATA"}; do
    [ -d "$manifest" ] || continue  # the component may have been left out
    attempt conformance "${manifest##*/}" 300 "$1" ${expected:+--expect-failures "$expected"} --quiet \
      --results "$out/conformance.jsonl" "$manifest/manifest.json"
  done
}
# shellcheck disable=SC2086  # the arguments are words
run_bench() { attempt bench "${1##*/}" 600 "$1" ${ACRE_BENCH_ARGUMENTS:-}; }

{ date -u '+%Y-%m-%d %H:%M UTC'; uname -srm; nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2>/dev/null; } | tee "$out/machine.txt"
echo

IFS=, read -r -a stage_list <<<"$stages"
for stage in "${stage_list[@]}"; do
  case $stage in
    tests) each tests run_test ;;
    memcheck | initcheck | racecheck)
      if [ -n "$sanitizer" ]; then
        each tests "run_$stage"
      else
        record "$stage" '' skipped 0 'compute-sanitizer is not installed here'
      fi ;;
    conformance) each apps run_conformance ;;
    tour) each apps run_tour ;;
    bench) each apps/bench run_bench ;;
    *) die "there is no stage $stage" ;;
  esac
done

printf '\n== summary\n%-10s %-36s %-8s %7s\n' stage program outcome seconds
cat "$summary"
printf '\n%d passed, %d failed (logs: %s)\n' $((runs - failures)) "$failures" "$out"
[ "$failures" -eq 0 ] && [ "$runs" -gt 0 ]
