"""GitLab's generic packages."""

import re

from gitlab_wire import Refusal, pages
from state import Asset, Package, described_asset
from wire import Response

PACKAGE_NAME = r"[A-Za-z0-9._+~@\-]{1,255}"


def newest(project, name, version, file):
    """The newest file of this name in a package."""
    return next((one for package in project.packages if package.name == name and package.version == version
                 for one in reversed(package.files) if one.name == file), None)


def file_value(package, one):
    """A file of a package."""
    return {"id": one.id, "package_id": package.id, "created_at": one.created, "updated_at": one.updated,
            "file_name": one.name, "size": one.blob.size, "file_md5": None, "file_sha1": None, "file_store": 1,
            "file_sha256": one.blob.sha256 if one.digest is True else one.digest, "status": "default", "new_file_path": None,
            "file": {"url": f"/uploads/{one.id}/{one.name}"}, "verification_state": 0}


def generic(call, method, name, version, file):
    """PUT and GET packages/generic/NAME/VERSION/FILE."""
    project, request = call.project, call.request
    if method == "GET":
        with project.lock:
            one = newest(project, name, version, file)
        if one is None:
            raise Refusal(404, "404 Not Found")
        if one.blob.path is None:
            raise Refusal(410, "these bytes were discarded")
        return Response(200, file=one.blob.path, size=one.blob.size,
                        headers={"content-type": "application/octet-stream", "x-checksum-sha256": one.blob.sha256,
                                 "content-disposition": f'attachment; filename="{one.name}"'})
    if method != "PUT":
        raise Refusal(404, "404 Not Found", "error")
    call.needs("push")
    if not re.fullmatch(PACKAGE_NAME, name):
        raise Refusal(400, "package_name is invalid", "error")
    if not re.fullmatch(r"(?!.*\.\.)[\w+.\-~/]{1,255}", version):
        raise Refusal(400, "package_version is invalid", "error")
    if not re.fullmatch(r"(?![~@])[\w+.\-~@ /]+(?<![~@])", file) or len(file) > 255:
        raise Refusal(400, "file_name is invalid", "error")
    if request.query.get("status", "default") not in ("default", "hidden"):
        raise Refusal(400, "status does not have a valid value", "error")
    with project.lock:
        missing = not any((one.name, one.version) == (name, version) for one in project.packages)
        races = missing and (name, version) in project.packages_begun
        if missing and not races:
            project.packages_begun.add((name, version))
    try:
        blob = call.forge.receive(request.pieces())
        with project.lock:
            # Documented: files sent at once into a package that is not there yet race to create it.
            if races:
                call.forge.discarded(blob)
                raise Refusal(500, "500 Internal Server Error")
            return stored(call, name, version, file, blob)
    finally:
        if missing and not races:
            with project.lock:
                project.packages_begun.discard((name, version))


def stored(call, name, version, file, blob):
    """Puts a received file into its package."""
    project, request = call.project, call.request
    if request.effects.pop("rival", None) is not None:
        add_file(call, name, version, file, call.forge.store(b"a rival's bytes"))
    if not project.duplicate_package_files and newest(project, name, version, file):
        call.forge.discarded(blob)
        raise Refusal(400, "400 Bad request - Duplicate package is not allowed")
    package, one = add_file(call, name, version, request.effects.get("rename", {}).get("name") or file, blob)
    if "digest" in request.effects:
        one.digest = request.effects["digest"].get("value")
    if request.query.get("select") == "package_file":
        return Response.of_json(201, file_value(package, one))
    return Response.of_json(201, {"message": "201 Created"})


def add_file(call, name, version, file, blob):
    """Adds a file; a status that is given becomes that of the whole package."""
    project = call.project
    package = next((one for one in project.packages if (one.name, one.version) == (name, version)), None)
    if package is None:
        package = Package(call.forge.next_id(), name, version)
        project.packages.append(package)
    package.status = call.request.query.get("status", package.status)
    one = Asset(call.forge.next_id(), file, None, "application/octet-stream", blob)
    package.files.append(one)
    if package.status == "default":
        call.forge.saw(call.request, project, "package", tag=version, package=name,
                       assets=[described_asset(each) for each in package.files])
    return package, one


def list_packages(call):
    """GET packages: those that are shown, or those of a status."""
    query = call.request.query
    shown = [one for one in call.project.packages if one.status == query.get("status", "default")
             and query.get("package_name", "") in one.name and query.get("package_type", "generic") == "generic"
             and query.get("package_version", one.version) == one.version]
    items, headers = pages(call, shown)
    return Response.of_json(200, [package_value(call, one) for one in items], headers)


def package_value(call, package):
    """A package."""
    return {"id": package.id, "name": package.name, "version": package.version, "package_type": "generic",
            "status": package.status, "created_at": package.created, "pipelines": [], "tags": [],
            "_links": {"web_path": f"/{call.project.full_name}/-/packages/{package.id}",
                       "delete_api_path": f"{call.url}/packages/{package.id}"}}


def find_package(call, identifier):
    """The package with an id; hidden ones are not found by it, nor are their files (`Packages::PackageFinder`)."""
    package = next((one for one in call.project.packages if str(one.id) == identifier), None)
    if package is None or package.status != "default":
        raise Refusal(404, "404 Package Not Found")
    return package


def with_package(call, identifier):
    """GET packages/ID, and DELETE for maintainers alone."""
    if call.request.method == "DELETE":
        call.needs("admin")
    package = find_package(call, identifier)
    if call.request.method == "DELETE":
        call.project.packages.remove(package)
        return Response(204)
    return Response.of_json(200, package_value(call, package))


def list_files(call, identifier):
    """GET packages/ID/package_files: every file that was sent, older ones of a name too."""
    package = find_package(call, identifier)
    items, headers = pages(call, package.files)
    return Response.of_json(200, [file_value(package, one) for one in items], headers)


def delete_file(call, identifier, file):
    """DELETE packages/ID/package_files/ID, for maintainers alone."""
    call.needs("admin")
    package = find_package(call, identifier)
    one = next((one for one in package.files if str(one.id) == file), None)
    if one is None:
        raise Refusal(404, "404 Not Found")
    package.files.remove(one)
    return Response(204)
