"""Settings for the tests of the methods."""

from hypothesis import settings

# A shared machine stalls now and then, and the first call of a kernel compiles it.
settings.register_profile("methods", deadline=None)
settings.load_profile("methods")
