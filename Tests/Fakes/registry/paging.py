"""Lists in pages (RFC 8288)."""

from urllib.parse import urlencode


def link_page(store, request, response, path, query):
    """Links the next page, or what a hostile server links."""
    target = f"{path}?{urlencode(query)}" if query else None
    lead = store.settings["pages"]
    if lead == "loop":
        target = request.target
    elif lead == "other":
        target = request.bases["storage"] + path
    elif lead == "endless":
        target = f"{path}?n=1&number={next(store.numbers)}"
    if target:
        response.headers["link"] = f'<{target}>; rel="next"'
