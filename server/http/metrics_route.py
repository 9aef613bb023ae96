"""`/metrics`: what the process counted, and how much the open workspaces hold, as Prometheus reads it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ...store.model.access import TokenScope
from .looking import Answers, Look, Looking, Watchable, Watched
from .metrics import Metrics
from .visitor import Visitor, visitor_of

FORBIDDEN = 403
ONLY_ADMINS = "The metrics are for tokens of scope admin: palimpsest token create --scope admin"


@dataclass(frozen=True, slots=True)
class Seen:
    """A workspace as it was seen for one scrape."""

    workspace: str
    look: Look


class Holdings(Collector):
    """How much each of the workspaces holds; of one that didn't answer, that it didn't."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self._seen = seen

    def collect(self) -> Iterator[Metric]:
        up = _gauge("palimpsest_workspace_up", "Whether its database answered.")
        facts = _gauge("palimpsest_facts", "Active facts.")
        conflicts = _gauge("palimpsest_conflicts_open", "Contradictions that wait for a person.")
        missing = _gauge("palimpsest_vectors_missing", "Rows without a vector of the model in use.")
        waiting = _gauge("palimpsest_writes_waiting", "Writes that run or wait for their turn.")
        for one in self._seen:
            labels = [one.workspace]
            up.add_metric(labels, isinstance(one.look, Answers))
            if isinstance(one.look, Answers):
                census = one.look.census
                facts.add_metric(labels, census.facts)
                conflicts.add_metric(labels, census.open_conflicts)
                missing.add_metric(labels, census.vectors_missing)
                waiting.add_metric(labels, one.look.writes_waiting)
        yield from (up, facts, conflicts, missing, waiting)


def metrics_route(metrics: Metrics, workspaces: Watchable, looking: Looking) -> Route:
    """The route; it is asked by a visitor."""

    async def scrape(request: Request) -> Response:
        visitor = visitor_of(request)
        if visitor.token_id is not None and visitor.scope is not TokenScope.ADMIN:
            return JSONResponse({"error": ONLY_ADMINS}, status_code=FORBIDDEN)
        visible = [one for one in workspaces.open_ones() if _may_see(visitor, one)]
        looks = await asyncio.gather(*(looking.look(one) for one in visible))
        seen = [Seen(one.id, look) for one, look in zip(visible, looks, strict=True)]
        return Response(_written(metrics, seen), media_type=CONTENT_TYPE_PLAIN_0_0_4)

    return Route("/metrics", scrape, methods=["GET"])


def _may_see(visitor: Visitor, workspace: Watched) -> bool:
    return visitor.token_id is None or workspace.id == visitor.caller.workspace


def _written(metrics: Metrics, seen: Sequence[Seen]) -> bytes:
    held = CollectorRegistry()
    held.register(Holdings(seen))
    return generate_latest(metrics.registry) + generate_latest(held)


def _gauge(name: str, text: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, labels=["workspace"])
