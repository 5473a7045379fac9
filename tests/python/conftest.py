"""acre's module against NumPy, on every device of the build. Cases are drawn, the same ones in each run; ACRE_TEST_EXAMPLES sets how many
of each test (25)."""
import os

import acre
import hypothesis
import numpy as np
import pytest

hypothesis.settings.register_profile('acre', max_examples=int(os.environ.get('ACRE_TEST_EXAMPLES', 25)), deadline=None, derandomize=True,
                                     database=None, suppress_health_check=list(hypothesis.HealthCheck))
hypothesis.settings.load_profile('acre')
np.seterr(all='ignore')


@pytest.fixture
def compiler(device):
    """Skips where kernels from text find no compiler."""
    try:
        acre.ElementwiseKernel('float32 x', 'float32 y', 'y = x')(acre.zeros(1, 'float32', device=device))
    except acre.exceptions.BackendError as error:
        pytest.skip(str(error))


def pytest_generate_tests(metafunc):
    if 'device' in metafunc.fixturenames:
        metafunc.parametrize('device', [str(d) for d in acre.devices()])
