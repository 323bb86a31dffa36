"""GitHub's GraphQL API as far as releases go: a reader of queries and the few types that they are asked of."""

import json
import re

import work
from github_releases import latest_of, visible
from github_wire import Addresses, Refusal, authenticate, decorate, spend
from wire import Response

TOKEN = re.compile(r'[\s,\ufeff]+|#[^\n]*|(\.\.\.|[{}()\[\]:!$=@|&]|"(?:[^"\\]|\\.)*"|[_A-Za-z]\w*|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)')


class QueryError(Exception):
    """A query that is not understood, or a field that is not there."""

    def __init__(self, message, path=(), kind=None):
        super().__init__(message)
        self.value = {"message": message, **({"type": kind} if kind else {}), "path": list(path)}


class Document:
    """A query, read into selections."""

    def __init__(self, text, variables):
        self.tokens, position = [], 0
        while position < len(text):
            match = TOKEN.match(text, position)
            if not match:
                raise QueryError(f"Parse error on {text[position]!r}")
            if match[1]:
                self.tokens.append(match[1])
            position = match.end()
        self.variables, self.position = dict(variables or {}), 0
        self.fragments, self.operations = {}, []
        while self.position < len(self.tokens):
            self._definition()

    def peek(self):
        """The next token."""
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self, wanted=None):
        """Takes the next token."""
        token = self.peek()
        if not token or wanted not in (None, token):
            raise QueryError(f"Parse error on {token!r}, expected {wanted!r}")
        self.position += 1
        return token

    def _definition(self):
        if self.peek() == "{":
            self.operations.append(("query", "", self.selection()))
            return
        kind = self.take()
        name = self.take() if self.peek() not in "({" else ""
        if kind == "fragment":
            self.take("on")
            self.take()
            self.fragments[name] = self.selection()
            return
        if self.peek() == "(":
            self._declarations()
        self.operations.append((kind, name, self.selection()))

    def _declarations(self):
        self.take("(")
        while self.peek() != ")":
            self.take("$")
            name = self.take()
            self.take(":")
            while self.peek() in ("[", "]", "!") or re.match(r"[_A-Za-z]", self.peek()):
                self.take()
            if self.peek() == "=":
                self.take()
                self.variables.setdefault(name, self.value())
        self.take(")")

    def selection(self):
        """Fields as (key, name, arguments, selection), fragments as ("...", name or selection)."""
        self.take("{")
        found = []
        while self.peek() != "}":
            if self.peek() == "...":
                self.take()
                if self.peek() == "on":
                    self.take()
                    self.take()
                found.append(("...", self.selection() if self.peek() == "{" else self.take()))
                continue
            key = name = self.take()
            if self.peek() == ":":
                self.take()
                name = self.take()
            arguments = self.arguments() if self.peek() == "(" else {}
            found.append((key, name, arguments, self.selection() if self.peek() == "{" else None))
        self.take("}")
        return found

    def arguments(self):
        """The arguments of a field."""
        self.take("(")
        found = {}
        while self.peek() != ")":
            name = self.take()
            self.take(":")
            found[name] = self.value()
        self.take(")")
        return found

    def value(self):
        """A value, with variables put in."""
        token = self.take()
        if token == "$":
            return self.variables.get(self.take())
        if token == "[":
            items = []
            while self.peek() != "]":
                items.append(self.value())
            self.take("]")
            return items
        if token == "{":
            items = {}
            while self.peek() != "}":
                name = self.take()
                self.take(":")
                items[name] = self.value()
            self.take("}")
            return items
        if token[0] in '"-0123456789':
            return json.loads(token)
        return {"true": True, "false": False, "null": None}.get(token, token)

    def evaluate(self, value, selection, errors, path=()):
        """What a selection makes of a value."""
        if isinstance(value, list):
            return [self.evaluate(one, selection, errors, path + (number,)) for number, one in enumerate(value)]
        if value is None or selection is None:
            return value
        result = {}
        for field in selection:
            if field[0] == "...":
                inner = self.fragments[field[1]] if isinstance(field[1], str) else field[1]
                result.update(self.evaluate(value, inner, errors, path))
                continue
            key, name, arguments, inner = field
            if name not in value:
                raise QueryError(f"Field '{name}' doesn't exist on type '{value.get('__typename')}'", path + (key,))
            one = value[name]
            try:
                one = one(arguments) if callable(one) else one
            except QueryError as error:
                errors.append({**error.value, "path": list(path + (key,))})
                one = None
            result[key] = self.evaluate(one, inner, errors, path + (key,))
        return result


def handle(forge, request):
    """The answer to POST /graphql."""
    try:
        authenticate(forge, request)
        if request.token is forge.anonymous:
            raise Refusal(401, "This endpoint requires you to be authenticated.")
        spend(forge, request)
        given = json.loads(request.body())
    except Refusal as refusal:
        return decorate(request, refusal.response(request))
    except ValueError:
        return decorate(request, Refusal(400, "Problems parsing JSON").response(request))
    errors, data = [], None
    try:
        document = Document(given.get("query", ""), given.get("variables"))
        chosen = [one for one in document.operations if given.get("operationName") in (None, "", one[1])]
        if not chosen or chosen[0][0] != "query":
            raise QueryError("Only queries are served here")
        data = document.evaluate(root(forge, request), chosen[0][2], errors)
    except QueryError as error:
        errors.append(error.value)
    value = {"data": data, **({"errors": errors} if errors else {})}
    return decorate(request, Response.of_json(200, value))


def root(forge, request):
    """The type Query."""
    def repository(arguments):
        owner, name = arguments.get("owner"), arguments.get("name")
        found = forge.repository(owner, name)
        if found is None or (found.private and not request.token.may(found, "pull")):
            raise QueryError(f"Could not resolve to a Repository with the name '{owner}/{name}'.", kind="NOT_FOUND")
        with found.lock:
            work.catch_up(forge, found, request)
            return repository_type(found, request)
    login = request.token.login
    return {"__typename": "Query", "repository": repository, "__type": introspect,
            "viewer": {"__typename": "User", "login": login, "id": "MDQ6VXNlcjE=", "name": login}}


def introspect(arguments):
    """The fields of a type."""
    names = {"Release": RELEASE_FIELDS, "PullRequest": PULL_FIELDS}.get(arguments.get("name"), [])
    return {"__typename": "__Type", "name": arguments.get("name"), "enumValues": lambda _: [], "inputFields": None,
            "fields": lambda _: [{"__typename": "__Field", "name": name} for name in names]}


def repository_type(repository, request):
    """The type Repository."""
    shown = visible(repository, request)

    def release(arguments):
        matching = [one for one in shown if one.tag == arguments.get("tagName")]
        matching.sort(key=lambda one: one.draft)
        return release_type(repository, request, matching[0]) if matching else None

    def releases(arguments):
        order = arguments.get("orderBy") or {}
        listed = list(shown) if order.get("direction", "DESC") == "DESC" else list(reversed(shown))
        start = int(arguments.get("after") or 0)
        first = min(100, arguments.get("first") or 30)
        part = listed[start:start + first]
        return {"__typename": "ReleaseConnection", "totalCount": len(listed),
                "nodes": [release_type(repository, request, one) for one in part],
                "pageInfo": {"__typename": "PageInfo", "hasNextPage": start + first < len(listed),
                             "endCursor": str(start + len(part)) if part else None}}

    def ref(arguments):
        tag = str(arguments.get("qualifiedName", "")).removeprefix("refs/tags/")
        if tag not in repository.tags:
            return None
        return {"__typename": "Ref", "id": f"REF_{tag}", "name": tag,
                "target": {"__typename": "Commit", "oid": repository.tags[tag]}}

    def pull_request(arguments):
        number = arguments.get("number")
        found = next((one for one in repository.pulls if one.number == number), None)
        if found is None:
            raise QueryError(f"Could not resolve to a PullRequest with the number of {number}.", kind="NOT_FOUND")
        return pull_type(repository, request, found)

    def pull_requests(arguments):
        states, branch = arguments.get("states"), arguments.get("headRefName")
        found = [one for one in reversed(repository.pulls)
                 if branch in (None, one.branch) and (not states or pull_state(one) in states)]
        return {"__typename": "PullRequestConnection", "totalCount": len(found),
                "nodes": [pull_type(repository, request, one) for one in found],
                "pageInfo": {"__typename": "PageInfo", "hasNextPage": False, "endCursor": None}}
    push = request.token.may(repository, "push")
    latest = latest_of(repository)
    return {
        "__typename": "Repository", "id": f"R_kgDO{repository.id}", "databaseId": repository.id,
        "name": repository.name, "nameWithOwner": repository.full_name, "isPrivate": repository.private,
        "isArchived": repository.archived, "url": f"{Addresses(request, False).web}/{repository.full_name}",
        "owner": {"__typename": "User", "login": repository.owner, "id": "U_1", "name": repository.owner},
        "viewerPermission": "WRITE" if push else "READ", "hasIssuesEnabled": True, "parent": None,
        "hasDiscussionsEnabled": bool(repository.categories),
        "defaultBranchRef": {"__typename": "Ref", "name": repository.default_branch},
        "release": release, "releases": releases, "ref": ref,
        "pullRequest": pull_request, "pullRequests": pull_requests,
        "latestRelease": latest and release_type(repository, request, latest),
    }


def release_type(repository, request, release):
    """The type Release."""
    addresses = Addresses(request, False)
    latest = latest_of(repository)
    return {
        "__typename": "Release", "id": f"RE_kwDO{release.id}", "databaseId": release.id, "name": release.name,
        "tagName": release.tag, "isDraft": release.draft, "isLatest": latest is release,
        "isPrerelease": release.prerelease, "immutable": release.immutable, "description": release.body,
        "createdAt": release.created, "publishedAt": release.published, "updatedAt": release.updated,
        "url": addresses.page(repository, release),
        "author": {"__typename": "User", "login": release.author},
    }


RELEASE_FIELDS = ["author", "createdAt", "databaseId", "description", "id", "immutable", "isDraft", "isLatest",
                  "isPrerelease", "name", "publishedAt", "tagName", "updatedAt", "url"]


def pull_state(pull):
    """A pull request's state in GraphQL's words."""
    return "MERGED" if pull.merged else pull.state.upper()


def pull_type(repository, request, pull):
    """The type PullRequest."""
    merged = pull.merged and {"__typename": "Commit", "oid": pull.merged}
    return {
        "__typename": "PullRequest", "id": f"PR_kwDO{pull.id}", "number": pull.number, "title": pull.title,
        "body": pull.body or "", "state": pull_state(pull), "headRefName": pull.branch, "headRefOid": pull.head,
        "baseRefName": pull.base, "mergeCommit": merged, "mergedAt": pull.merged_at, "createdAt": pull.created,
        "updatedAt": pull.created, "closed": pull.state == "closed", "isDraft": False, "isCrossRepository": False,
        "url": f"{Addresses(request, False).web}/{repository.full_name}/pull/{pull.number}",
        "author": {"__typename": "User", "login": pull.author},
        "headRepositoryOwner": {"__typename": "User", "id": "U_1", "login": repository.owner, "name": repository.owner},
    }


PULL_FIELDS = ["author", "baseRefName", "body", "closed", "createdAt", "headRefName", "headRefOid", "id", "isDraft",
               "mergeCommit", "mergedAt", "number", "state", "title", "url"]
