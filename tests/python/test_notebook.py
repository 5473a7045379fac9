"""The notebook of apps/notebook runs, draws its pictures and finds the same bits on every device."""
import base64
import json
import os
import pathlib
import struct

import acre
import pytest

PATH = pathlib.Path(__file__).parents[2] / 'apps' / 'notebook' / 'acre.ipynb'
PICTURES = 5


def test_is_stored_without_results():
    cells = json.loads(PATH.read_text())['cells']
    assert all(not cell['outputs'] and cell['execution_count'] is None for cell in cells if cell['cell_type'] == 'code')
    assert len({cell['id'] for cell in cells}) == len(cells)


@pytest.fixture(scope='module')
def outputs(tmp_path_factory):
    """What the cells say and draw, in order."""
    for name, package in [('nbclient', 'python3-nbclient'), ('ipykernel', 'python3-ipykernel'), ('matplotlib', 'python3-matplotlib')]:
        pytest.importorskip(name, reason=f'no {name}, which runs the notebook (Debian: {package})')
    import nbclient
    import nbformat
    folder = str(tmp_path_factory.mktemp('notebook'))
    own = {'PYTHONPATH': str(pathlib.Path(acre.__file__).parents[1]), 'IPYTHONDIR': folder, 'JUPYTER_RUNTIME_DIR': folder,
           'MPLCONFIGDIR': folder, 'JUPYTER_CONFIG_DIR': folder}
    before = {name: os.environ.get(name) for name in own}
    os.environ.update(own)
    try:
        book = nbformat.read(PATH, as_version=4)
        nbclient.NotebookClient(book, timeout=240, kernel_name='python3', resources={'metadata': {'path': folder}}).execute()
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
    return [output for cell in book.cells if cell.cell_type == 'code' for output in cell.outputs]


def test_draws_its_pictures(outputs):
    pictures = [base64.b64decode(o.data['image/png']) for o in outputs if 'image/png' in o.get('data', {})]
    assert len(pictures) == PICTURES
    for picture in pictures:
        width, height = struct.unpack('>II', picture[16:24])
        assert width > 500 and height > 300 and len(picture) > 10000


def test_says_what_it_found(outputs):
    said = ''.join(o.text for o in outputs if o.output_type == 'stream' and o.name == 'stdout')
    assert said.count('the same bits on serial') == 7 and 'of the pairs lie between 80 and 100 GeV' in said
    progress = ''.join(o.text for o in outputs if o.output_type == 'stream' and o.name == 'stderr')
    lines = [line.rsplit('\r', 1)[-1].rstrip() for line in progress.split('\n')]
    assert any(line.startswith('heat on serial 100 % 0:') for line in lines) and '\x1b' not in progress and '#' not in progress
