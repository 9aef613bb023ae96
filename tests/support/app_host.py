"""A chat client's host in Chromium: it shows a view in a sandbox as SEP-1865 says, and passes its calls on.

The sandbox has the policy that the resource asks for, in a frame of another origin; what the view loads besides is
counted and never let through.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from browser import FLAGS, NAMES
from mcp import Client
from mcp.client.extension import ClientExtension, advertise
from mcp.types import CallToolResult, ReadResourceResult, TextResourceContents
from playwright.async_api import Browser, FrameLocator, Page, Route, async_playwright

EXTENSION = "io.modelcontextprotocol/ui"
MIME_TYPE = "text/html;profile=mcp-app"
HOST, VIEW = "http://host.test/", "http://view.test/"
CALL, READ = f"{HOST}call", f"{HOST}read"
CAPABILITIES: Mapping[str, Any] = {"serverTools": {}, "serverResources": {}, "updateModelContext": {}}
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'self'"
)
PAGE = """<!doctype html><title>host</title><style>body{margin:0}iframe{border:0;width:100%;display:block}</style>
<iframe sandbox="allow-scripts" src="http://view.test/"></iframe>
<script>
const given = GIVEN;
const frame = document.querySelector("iframe");
const send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
window.spoken = [];
window.tell = (method, params) => send({ method, params });
window.request = (id, method) => send({ id, method, params: {} });
const ask = async (path, params) => (await fetch(path, { method: "POST", body: JSON.stringify(params) })).json();
const answers = {
  "ui/initialize": async () => ({
    protocolVersion: "2026-01-26",
    hostInfo: { name: "host", version: "1" },
    hostCapabilities: given.capabilities,
    hostContext: given.context,
  }),
  "tools/call": (call) => ask("/call", call),
  "resources/read": (params) => ask("/read", params),
  "ui/update-model-context": async () => ({}),
};
const notices = {
  "ui/notifications/initialized": () => {
    if (!given.result) return;
    send({ method: "ui/notifications/tool-input", params: { arguments: given.arguments } });
    send({ method: "ui/notifications/tool-result", params: given.result });
  },
  "ui/notifications/size-changed": ({ height }) => (frame.style.height = `${height}px`),
};
window.addEventListener("message", async ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  window.spoken.push(data);
  if (data.id === undefined) return notices[data.method]?.(data.params);
  if (!data.method) return;
  try {
    send({ id: data.id, result: await answers[data.method](data.params) });
  } catch (error) {
    send({ id: data.id, error: { code: -32000, message: String(error.message) } });
  }
});
</script>"""


def shows_apps() -> list[ClientExtension]:
    """What a client declares that shows apps."""
    return [advertise(EXTENSION, {"mimeTypes": [MIME_TYPE]})]


class Shown:
    """A view that is shown: its frame, and what it said to its host."""

    def __init__(self, page: Page, strays: list[str]) -> None:
        self.page = page
        self.strays = strays
        """What was to be loaded besides the view."""
        self.complaints: list[str] = []
        """Errors of the script and of the policy."""

    @property
    def view(self) -> FrameLocator:
        """Inside the frame."""
        return self.page.frame_locator("iframe")

    async def said(self, method: str) -> list[Any]:
        """The params of each message of that method."""
        spoken = await self.page.evaluate("window.spoken")
        return [one.get("params") for one in spoken if one.get("method") == method]

    async def tell(self, method: str, params: Mapping[str, Any]) -> None:
        """Notify the view."""
        await self.page.evaluate("([method, params]) => window.tell(method, params)", [method, dict(params)])


class AppHost:
    """Shows the views of one MCP client."""

    def __init__(self, browser: Browser, client: Client) -> None:
        self._browser, self._client = browser, client

    async def show(
        self,
        tool: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        context: Mapping[str, Any] | None = None,
        capabilities: Mapping[str, Any] | None = None,
        width: int = 720,
    ) -> Shown:
        """Call a tool as the model does, and show its result in the view that it is bound to."""
        given = dict(arguments or {})
        uri = await self._view_of(tool)
        result = await self._client.call_tool(tool, given)
        said: dict[str, Any] = {
            "capabilities": CAPABILITIES if capabilities is None else capabilities,
            "context": {"theme": "light", "locale": "en-GB"} | dict(context or {}),
            "arguments": given,
            "result": dump(result),
        }
        return await self._open(await self._html(uri), said, width)

    async def _open(self, html: str, said: Mapping[str, Any], width: int) -> Shown:
        strays: list[str] = []
        page = await self._browser.new_page(viewport={"width": width, "height": 900})
        shown = Shown(page, strays)
        page.on("pageerror", lambda error: shown.complaints.append(str(error)))
        page.on("console", lambda line: shown.complaints.append(line.text) if line.type == "error" else None)

        async def serve(route: Route) -> None:
            if route.request.url == HOST:
                body = PAGE.replace("GIVEN", json.dumps(said).replace("<", "\\u003c"))
                await route.fulfill(body=body, content_type="text/html; charset=utf-8")
            elif route.request.url == VIEW:
                headers = {"content-security-policy": POLICY}
                await route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=headers)
            elif route.request.url == CALL:
                await route.fulfill(json=await self._call(json.loads(route.request.post_data or "")))
            elif route.request.url == READ:
                await route.fulfill(json=await self._read(json.loads(route.request.post_data or "")["uri"]))
            else:
                strays.append(route.request.url)
                await route.abort()

        await page.route("**/*", serve)
        await page.goto(HOST)
        return shown

    async def _call(self, call: Mapping[str, Any]) -> dict[str, Any]:
        """What a view calls, where it may."""
        name = call["name"]
        meta = next((one.meta for one in (await self._client.list_tools()).tools if one.name == name), None)
        assert "app" in (meta or {}).get("ui", {}).get("visibility", ("model", "app")), name
        return dump(await self._client.call_tool(name, call["arguments"]))

    async def _read(self, uri: str) -> dict[str, Any]:
        return dump(await self._client.read_resource(uri))

    async def _view_of(self, tool: str) -> str:
        (meta,) = [one.meta for one in (await self._client.list_tools()).tools if one.name == tool]
        return (meta or {})["ui"]["resourceUri"]

    async def _html(self, uri: str) -> str:
        (content,) = (await self._client.read_resource(uri)).contents
        assert isinstance(content, TextResourceContents)
        assert content.mime_type == MIME_TYPE
        return content.text


def dump(result: CallToolResult | ReadResourceResult) -> dict[str, Any]:
    """A result as it goes over the wire."""
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)


@asynccontextmanager
async def open_browser() -> AsyncGenerator[Browser]:
    """Chromium as the system has it; the test is left out where there is none."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()
