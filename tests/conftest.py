"""What all tests share: the laws' settings, and a cache for compiled kernels that notices changed sources."""

from __future__ import annotations

import hashlib
import os
import signal
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

KERNELS = Path(__file__).parent.parent / "src" / "sleuth" / "kernels"


def _kernel_cache() -> Path:
    """A folder named by the kernels' text: numba does not notice a change in a file that another calls."""
    text = b"".join(path.read_bytes() for path in sorted(KERNELS.glob("*.py")))
    return Path(tempfile.gettempdir()) / f"sleuth-numba-{hashlib.sha256(text).hexdigest()[:12]}"


os.environ.setdefault("NUMBA_CACHE_DIR", str(_kernel_cache()))

# Whoever starts the suite in the background of a script has Ctrl-C ignored, also by the programs under test.
signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("search", deadline=None, max_examples=1000, suppress_health_check=SLOW_IS_FINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))
