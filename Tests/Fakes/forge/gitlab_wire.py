"""What GitLab's answers have in common: errors, rights, pages."""

import json
from urllib.parse import urlencode

from wire import Response


class Refusal(Exception):
    """An error answer."""

    def __init__(self, status, message, key="message"):
        super().__init__(message)
        self.response = Response.of_json(status, {key: message})


class Call:
    """A request for a project."""

    def __init__(self, forge, request, project):
        self.forge, self.request, self.project = forge, request, project
        self.base = request.bases["api"]
        self.url = f"{self.base}/api/v4/projects/{project.id}"

    def needs(self, right):
        """Refuses who may not do this."""
        if self.request.token is self.forge.anonymous:
            raise Refusal(401, "401 Unauthorized")
        if not self.request.token.may(self.project, right) or self.project.archived:
            raise Refusal(403, "403 Forbidden")

    def given(self):
        """The parameters of the body."""
        text = self.request.saved
        if "json" in self.request.headers.get("content-type", ""):
            try:
                value = json.loads(text or b"{}")
            except ValueError as error:
                raise Refusal(400, "The provided JSON is invalid", "error") from error
            if not isinstance(value, dict):
                raise Refusal(400, "The provided JSON is invalid", "error")
            return {**self.request.query, **value}
        return dict(self.request.query)


def pages(call, items):
    """A page of a list with its header fields."""
    query = call.request.query

    def number(name, default):
        text = query.get(name, "")
        return max(1, int(text)) if text.isascii() and text.isdigit() else default
    size, page, total = min(100, number("per_page", 20)), number("page", 1), len(items)
    last = max(1, -(-total // size))
    following, previous = (page + 1 if page < last else None), (page - 1 if page > 1 else None)
    address = call.base + call.request.raw_path

    def link(target, relation):
        return f'<{address}?{urlencode({**query, "page": target, "per_page": size})}>; rel="{relation}"'
    links = ([link(previous, "prev")] if previous else []) + ([link(following, "next")] if following else [])
    headers = {"link": ", ".join(links + [link(1, "first"), link(last, "last")]), "x-next-page": following or "",
               "x-page": page, "x-per-page": size, "x-prev-page": previous or "", "x-total": total, "x-total-pages": last}
    return items[(page - 1) * size:page * size], headers
