"""Who may do what: challenges, basic authentication, and a token server (Distribution's token authentication)."""

import base64
import os
import time
from urllib.parse import parse_qs, parse_qsl

from store import Token
from wire import Response


def errors(status, code, message="", headers=()):
    """An answer as the specification has errors."""
    return Response.of_json(status, {"errors": [{"code": code, "message": message, "detail": None}]}, headers)


def user_of(store, request):
    """The user of basic authentication; nobody, or False for a wrong password."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None
    user, _, password = base64.b64decode(value).decode().partition(":")
    if user == "<token>":
        return "ada" if password in store.settings["identities"] else False
    return user if store.settings["users"].get(user) == password else False


def refusal(store, request, name, action, error=None):
    """The answer where a request is not allowed; nothing where it is."""
    settings = store.settings
    if settings["auth"] == "none":
        return None
    public = action == "pull" and settings["anonymousPull"] and name or action == "push" and settings["anonymousPush"]
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if settings["auth"] in ("basic", "both") and scheme.lower() == "basic":
        return None if user_of(store, request) else challenge(store, request, name, action)
    if settings["auth"] == "basic":
        return None if public else challenge(store, request, name, action)
    if scheme.lower() != "bearer":
        return challenge(store, request, name, action)
    with store.lock:
        token = store.tokens.get(value)
        if token is None or token.expires <= time.time():
            return challenge(store, request, name, action, "invalid_token")
        token.uses += 1
        if settings["tokenUses"] is not None and token.uses > settings["tokenUses"]:
            del store.tokens[value]
            return challenge(store, request, name, action, "invalid_token")
        if name and action not in token.access.get(name, ()):
            return challenge(store, request, name, action, "insufficient_scope")
    return None


def challenge(store, request, name, action, error=None):
    """401, and how to do better."""
    settings = store.settings
    realm = settings["realm"] or request.bases["web"] + "/token"
    scope = f',scope="repository:{name}:{"pull,push" if action == "push" else "pull"}"' if name else ""
    bearer = f'Bearer realm="{realm}",service="fake.example"{scope}' + (f',error="{error}"' if error else "")
    texts = {"basic": 'Basic realm="images, and more"', "token": bearer,
             "both": 'Negotiate, Basic realm="images, and more", ' + bearer}
    text = settings["challenge"] or texts[settings["auth"]]
    return errors(401, "UNAUTHORIZED", "authentication required", {"www-authenticate": text})


def token(store, request):
    """An answer of the token server."""
    settings = store.settings
    pairs = parse_qsl(request.target.partition("?")[2])
    if request.method == "POST":
        form = parse_qs(request.body().decode())
        if not settings["identityByPost"]:
            return errors(404, "NOT_FOUND")
        if form.get("refresh_token", [""])[0] not in settings["identities"]:
            return errors(401, "UNAUTHORIZED", "unknown refresh token")
        return given(store, "ada", " ".join(form.get("scope", [])).split(), "access_token")
    user = user_of(store, request)
    if user is False:
        return errors(401, "UNAUTHORIZED", "incorrect username or password")
    return given(store, user, [value for name, value in pairs if name == "scope"], "token")


def given(store, user, scopes, key):
    """A token for what the user may do."""
    settings, access = store.settings, {}
    for scope in scopes:
        parts = scope.split(":")
        allowed = {action for action in parts[-1].split(",")
                   if user or (settings["anonymousPull"] if action == "pull" else settings["anonymousPush"])}
        access.setdefault(":".join(parts[1:-1]), set()).update(allowed)
    value = "token-" + base64.urlsafe_b64encode(os.urandom(18)).decode()
    with store.lock:
        store.tokens[value] = Token(user or "", access, time.time() + settings["tokenLifetime"])
    return Response.of_json(200, {key: value, "expires_in": settings["tokenLifetime"]})
