"""Makes the wheel of sqlvm_client from a checkout, for pip (PEP 517) or by hand:

    python3 build_wheel.py FOLDER

The package shares its modules with the one for GraalPy, where most of them are: modules.txt names
them. The build of a release has dist/wheel make the same, without Python.
"""

import base64
import hashlib
import os
import re
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
NAME = "sqlvm_client"
TAG = "py3-none-any"


def _read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def version():
    """The project's, in the form of PEP 440."""
    pom = _read(ROOT, "pom.xml").decode("utf-8")
    found = re.search(r"<revision>([0-9.]+)(-SNAPSHOT|-([abr])[a-z]*[-.]?([0-9]+))?</revision>", pom)
    number, kind, letter, count = found.groups()
    if kind is None:
        return number
    return number + (".dev0" if letter is None else letter.replace("r", "rc") + count)


def sources():
    """The modules of the package: names in the wheel, with their text."""
    files = {NAME + "/__init__.py": _read(HERE, "src", NAME, "__init__.py")}
    for module in _read(HERE, "modules.txt").decode().split():
        files["%s/%s" % (NAME, os.path.basename(module))] = _read(HERE, module)
    return files


def _hash(content):
    digest = hashlib.sha256(content).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = "%s-%s" % (NAME, version())
    info = name + ".dist-info/"
    files = sources()
    files[info + "METADATA"] = _read(HERE, "METADATA").replace(b"@version@", version().encode())
    files[info + "WHEEL"] = (
        "Wheel-Version: 1.0\nGenerator: sqlvm\nRoot-Is-Purelib: true\nTag: %s\n" % TAG).encode()
    files[info + "LICENSE"] = _read(ROOT, "LICENSE")
    record = ["%s,sha256=%s,%d\n" % (path, _hash(content), len(content))
              for path, content in sorted(files.items())]
    record.append(info + "RECORD,,\n")
    files[info + "RECORD"] = "".join(record).encode()
    wheel = "%s-%s.whl" % (name, TAG)
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0)), content,
                             zipfile.ZIP_DEFLATED)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("install the wheel of a release, or from a checkout")


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
