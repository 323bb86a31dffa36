"""GitHub's releases: drafts, publishing with its tag, the latest one, immutability."""

import json
import re

from github_wire import DOCS, Refusal, invalid, not_found, page_of, release_value, touch
from state import Release, described_assets, moment
from wire import Response

CREATE_DOCS = DOCS + "/releases/releases#create-a-release"
UPDATE_DOCS = DOCS + "/releases/releases#update-a-release"
RESTRICTED = ("pre_receive Repository rule violations found\n\n"
              "Cannot create ref due to creations being restricted.\n\n")
TYPES = {"tag_name": str, "target_commitish": str, "name": (str, type(None)), "body": (str, type(None)),
         "draft": bool, "prerelease": bool, "generate_release_notes": bool, "make_latest": str,
         "discussion_category_name": (str, type(None))}


def fields(request, docs):
    """The JSON object that was sent, with its types checked."""
    try:
        given = json.loads(request.body() or b"{}")
    except ValueError as error:
        raise Refusal(400, "Problems parsing JSON", docs=docs) from error
    if not isinstance(given, dict):
        raise Refusal(400, "Body should be a JSON object", docs=docs)
    for name, wanted in TYPES.items():
        if name in given and not isinstance(given[name], wanted):
            raise Refusal(422, f"Invalid request.\n\nFor 'properties/{name}', {json.dumps(given[name])} is not a "
                               f"{'boolean' if wanted is bool else 'string'}.", docs=docs)
    if given.get("make_latest", "true") not in ("true", "false", "legacy"):
        raise Refusal(422, f"Invalid request.\n\n{given['make_latest']} is not a member of [\"true\", \"false\", "
                           "\"legacy\"].", docs=docs)
    if len(given.get("body") or "") > 125000:
        raise invalid("Release", ("custom", "body", "body is too long (maximum is 125000 characters)"), docs=docs)
    return given


def visible(repository, request):
    """The releases that the one who asks may see, newest first."""
    drafts = request.token.may(repository, "push")
    return [one for one in reversed(repository.releases) if drafts or not one.draft]


def list_releases(call):
    """GET releases."""
    shown = []
    for release in visible(call.repository, call.request):
        if release.hidden_lists > 0:
            release.hidden_lists -= 1
        else:
            shown.append(release)
    items, headers = page_of(shown, call.request, call.addresses, call.repository, "releases")
    return Response.of_json(200, [release_value(call.addresses, call.repository, one) for one in items], headers)


def one(call, release, status=200, headers=()):
    """A release as an answer."""
    return Response.of_json(status, release_value(call.addresses, call.repository, release), headers)


def find(call, identifier):
    """The release with an id, if it may be seen."""
    release = call.repository.release(int(identifier))
    if release is None or (release.draft and not call.request.token.may(call.repository, "push")):
        raise not_found(DOCS + "/releases/releases#get-a-release")
    return release


def get_release(call, identifier):
    """GET releases/ID."""
    return one(call, find(call, identifier))


def get_by_tag(call, tag):
    """GET releases/tags/TAG: published ones alone."""
    release = call.repository.published(tag)
    if release is None:
        raise not_found(DOCS + "/releases/releases#get-a-release-by-tag-name")
    return one(call, release)


def latest_of(repository):
    """The latest release, or nothing."""
    eligible = [release for release in repository.releases if not release.draft and not release.prerelease]
    chosen = next((release for release in eligible if release.id == repository.latest), None)
    if chosen is None:
        left = [release for release in eligible if release.make_latest != "false"]
        chosen = max(left, key=lambda release: (release.created, release.id), default=None)
    return chosen


def get_latest(call):
    """GET releases/latest."""
    release = latest_of(call.repository)
    if release is None:
        raise not_found(DOCS + "/releases/releases#get-the-latest-release")
    return one(call, release)


def create(call):
    """POST releases."""
    call.needs_push()
    given = fields(call.request, CREATE_DOCS)
    if not given.get("tag_name"):
        raise Refusal(422, "Invalid request.\n\n\"tag_name\" wasn't supplied.", docs=CREATE_DOCS)
    repository = call.repository
    if "rival" in call.request.effects:
        rival(call, given["tag_name"])
    release = Release(call.forge.next_id(), given["tag_name"], given.get("target_commitish") or repository.default_branch)
    release.author = call.request.token.login
    release.draft = given.get("draft", False)
    release.prerelease = given.get("prerelease", False)
    release.name, release.body = given.get("name"), given.get("body")
    release.make_latest = given.get("make_latest", "true")
    if given.get("generate_release_notes"):
        notes = generated(call, {"tag_name": release.tag})
        release.name = release.name or notes["name"]
        release.body = "\n\n".join(text for text in (release.body, notes["body"]) if text)
    check_category(call, given)
    if not release.draft:
        publish(call, release, given, CREATE_DOCS)
    stale = call.request.effects.get("stale")
    release.hidden_lists = stale.get("lists", 1) if stale else 0
    repository.releases.append(release)
    if not release.draft:
        announce(call, release)
    return one(call, release, 201, {"location": f"{call.addresses.repository(repository)}/releases/{release.id}"})


def rival(call, tag):
    """Publishes another's release of this tag ahead of the one who asks."""
    effect, repository = call.request.effects.pop("rival"), call.repository
    sha = effect.get("sha") or repository.resolve(repository.default_branch) or "b" * 40
    if tag not in repository.tags:
        repository.commits.setdefault(sha, moment())
        call.forge.create_tag(call.request, repository, tag, sha)
    if effect.get("what", "release") == "release":
        other = Release(call.forge.next_id(), tag, repository.default_branch, name="a rival's", author="rival",
                        draft=effect.get("draft", False))
        if not other.draft:
            other.published = moment()
        repository.releases.append(other)
        if not other.draft:
            announce(call, other)


def check_category(call, given):
    """Refuses a discussion category that is not there."""
    category = given.get("discussion_category_name")
    if category and category not in call.repository.categories:
        raise not_found(CREATE_DOCS)


def publish(call, release, given, docs):
    """Makes a release public: checks its tag, creates it where it is missing."""
    repository, tag = call.repository, release.tag
    others = [other for other in repository.releases if other is not release]
    if any(other.tag == tag and not other.draft for other in others):
        raise invalid("Release", ("already_exists", "tag_name", None), docs=docs)
    if tag in repository.burnt_tags:
        restricted = [] if tag in repository.tags else [("custom", "pre_receive", RESTRICTED)]
        raise invalid("Release", *restricted, ("custom", "tag_name", "tag_name was used by an immutable release"),
                      ("custom", None, "Published releases must have a valid tag"), docs=docs)
    create_missing_tag(call, release, docs)
    release.draft = False
    release.published = moment()
    release.created = repository.commits.get(repository.commit_of(tag), release.created)
    release.immutable = repository.immutable
    if release.immutable:
        repository.burnt_tags.add(tag)
    choose_latest(repository, release, given.get("make_latest", "true"))
    category = given.get("discussion_category_name")
    if category:
        release.discussion = f"{call.addresses.web}/{repository.full_name}/discussions/{call.forge.next_id()}"


def create_missing_tag(call, release, docs):
    """Creates the tag of a release that is published."""
    repository, tag = call.repository, release.tag
    if "refuse-tag" in call.request.effects or (tag not in repository.tags and repository.restricts(tag)):
        raise invalid(
            "Release",
            ("custom", "pre_receive", RESTRICTED),
            ("custom", None, "Published releases must have a valid tag"), docs=docs)
    if tag in repository.tags:
        return
    sha = repository.resolve(release.target)
    if sha is None or not re.fullmatch(r"(?!/)(?!.*(\.\.|//|@\{|[ ~^:?*\[\\]))[^\x00-\x20]+(?<![/.])", tag):
        raise invalid("Release", ("custom", "tag_name", "tag_name is not a valid tag"),
                      ("custom", None, "Published releases must have a valid tag"),
                      ("invalid", "target_commitish", None), docs=docs)
    call.forge.create_tag(call.request, repository, tag, sha)


def choose_latest(repository, release, wish):
    """Decides whether a release becomes the latest one."""
    release.make_latest = wish
    if release.prerelease or release.draft:
        return
    if wish == "true":
        repository.latest = release.id
    elif wish == "false":
        if repository.latest == release.id:
            repository.latest = None
    else:
        repository.latest = None


def announce(call, release, event="release"):
    """Notes what people see now."""
    if release.draft:
        return
    call.forge.saw(call.request, call.repository, event, tag=release.tag, body=release.body,
                   prerelease=release.prerelease, assets=described_assets(release))


def update(call, identifier):
    """PATCH releases/ID."""
    call.needs_push()
    given = fields(call.request, UPDATE_DOCS)
    release = find(call, identifier)
    was_draft, before = release.draft, (release.tag, release.draft)
    if release.immutable and given.get("tag_name", release.tag) != release.tag:
        raise Refusal(422, "Cannot change the tag of an immutable release.", docs=UPDATE_DOCS)
    if "rival" in call.request.effects:
        rival(call, given.get("tag_name", release.tag))
    check_category(call, given)
    saved = dict(vars(release))
    try:
        change(call, release, given, was_draft)
    except Refusal:
        vars(release).update(saved)
        raise
    touch(release)
    if not release.draft:
        announce(call, release, "release" if was_draft else "changed")
    elif not before[1]:
        call.forge.saw(call.request, call.repository, "withdrawn", tag=release.tag)
    return one(call, release)


def change(call, release, given, was_draft):
    """Sets what was given."""
    for key, attribute in {"tag_name": "tag", "target_commitish": "target", "name": "name", "body": "body",
                           "prerelease": "prerelease"}.items():
        if given.get(key) is not None:
            setattr(release, attribute, given[key])
    if given.get("draft") is False and was_draft:
        publish(call, release, given, UPDATE_DOCS)
        return
    if given.get("draft") is True and not was_draft:
        if release.immutable:
            raise Refusal(422, "Cannot convert an immutable release to a draft.", docs=UPDATE_DOCS)
        release.draft, release.published = True, None
    if not release.draft:
        if "tag_name" in given:
            create_missing_tag(call, release, UPDATE_DOCS)
        if release.prerelease and call.repository.latest == release.id:
            call.repository.latest = None
        if "make_latest" in given:
            choose_latest(call.repository, release, given["make_latest"])


def delete(call, identifier):
    """DELETE releases/ID; the tag stays."""
    call.needs_push()
    release = find(call, identifier)
    call.repository.releases.remove(release)
    for asset in release.assets:
        call.forge.discarded(asset.blob)
    if call.repository.latest == release.id:
        call.repository.latest = None
    if not release.draft:
        call.forge.saw(call.request, call.repository, "removed", tag=release.tag)
    return Response(204)


def generated(call, given):
    """Notes that GitHub makes up."""
    published = [release.tag for release in call.repository.releases if not release.draft]
    previous = given.get("previous_tag_name") or (published[-1] if published else None)
    base = f"{call.addresses.web}/{call.repository.full_name}"
    tag = given["tag_name"]
    link = f"{base}/compare/{previous}...{tag}" if previous else f"{base}/commits/{tag}"
    return {"name": tag, "body": f"**Full Changelog**: {link}"}


def generate_notes(call):
    """POST releases/generate-notes."""
    call.needs_push()
    given = fields(call.request, DOCS + "/releases/releases#generate-release-notes-content-for-a-release")
    if not given.get("tag_name"):
        raise Refusal(422, "Invalid request.\n\n\"tag_name\" wasn't supplied.")
    return Response.of_json(200, generated(call, given))
