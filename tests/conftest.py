"""How property tests run: without a deadline for one example, because the first of a process loads word lists."""

from hypothesis import HealthCheck, settings

settings.register_profile("steady", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
