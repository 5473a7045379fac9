#!/usr/bin/env python3
"""Make cases.tar.xz: the cases of a manifest that may be in this repository and are small.

    tests/conformance/subset.py DATA/manifest.json [cases.tar.xz]

Left out: every case that reads events/ (public data under licences of their own), and inputs and results
above LIMIT bytes.  The rest was made by a script from fixed seeds (make_expected.py beside the manifest).
"""
import io
import json
import os
import sys
import tarfile

LIMIT = 60_000

if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
    print(__doc__)
    sys.exit(0 if len(sys.argv) > 1 else 2)
source = sys.argv[1]
root = os.path.dirname(os.path.abspath(source))
target = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.tar.xz")


def files_of(case):
    files = set(case["inputs"].values())
    for e in case.get("expected", {}).values():
        files.add(e["file"])
        files.update(f for f in [e["tolerance"].get("file")] if f)
    return files


manifest = json.load(open(source))
kept, files = [], set()
for case in manifest["cases"]:
    names = files_of(case)
    if any(n.startswith("events/") or os.path.getsize(os.path.join(root, n)) > LIMIT for n in names):
        continue
    kept.append(case)
    files |= names
left_out = len(manifest["cases"]) - len(kept)
manifest.update(cases=kept, count=len(kept))


def plain(info):
    info.uid = info.gid = info.mtime = 0
    info.uname = info.gname = ""
    info.mode = 0o644
    return info


with tarfile.open(target, "w:xz", preset=9) as tar:
    text = json.dumps(manifest, separators=(",", ":")).encode()
    info = plain(tarfile.TarInfo("manifest.json"))
    info.size = len(text)
    tar.addfile(info, io.BytesIO(text))
    for name in sorted(files):
        tar.add(os.path.join(root, name), name, filter=plain)
print(f"{len(kept)} cases with {len(files)} files in {os.path.getsize(target)} bytes; {left_out} left out")
