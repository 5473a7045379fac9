"""An archive of cases, as functions.py and lists.py make them: a manifest.json and the arrays beside it."""
import io
import json
import os
import sys
import tarfile

import numpy as np


def target(script):
    """The file to write: the argument, or the script's own name beside it."""
    if sys.argv[1:2] in (["-h"], ["--help"]):
        print(sys.modules["__main__"].__doc__)
        sys.exit()
    own = os.path.splitext(os.path.abspath(script))[0] + ".tar.xz"
    return sys.argv[1] if len(sys.argv) > 1 else own


class Archive:
    def __init__(self):
        self.cases, self.files, self.names = [], {}, {}

    def put(self, a):
        """The name of the file that holds array `a`; equal arrays share one."""
        key = (a.dtype.str, a.shape, a.tobytes())
        if key not in self.names:
            self.names[key] = f"arrays/{len(self.names)}.npy"
            buffer = io.BytesIO()
            np.save(buffer, np.ascontiguousarray(a) if a.ndim else a)
            self.files[self.names[key]] = buffer.getvalue()
        return self.names[key]

    def number_of(self, op):
        """How many cases of `op` there are."""
        return sum(c["op"] == op for c in self.cases)

    def write(self, path):
        manifest = {"format": 1, "numpy": np.__version__, "count": len(self.cases), "cases": self.cases}
        text = json.dumps(manifest, separators=(",", ":"), allow_nan=False).encode()
        with tarfile.open(path, "w:xz", preset=9) as tar:
            for name, data in [("manifest.json", text), *self.files.items()]:
                info = tarfile.TarInfo(name)
                info.size, info.mode = len(data), 0o644
                tar.addfile(info, io.BytesIO(data))
        print(f"{len(self.cases)} cases with {len(self.files)} files in {os.path.getsize(path)} bytes")
