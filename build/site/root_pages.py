"""A hook of MkDocs that shows pages of the repository's root as pages of the site.

CHANGELOG.md and its kind stand in the root, where people look for them. On the site they are in the
folder `project`. Links between them and the pages in `docs` are written as GitHub wants them, and
rewritten here.
"""

import posixpath
import re

from mkdocs.structure.files import File

ROOT_PAGES = {
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
}
# Files that have another page on the site. The licence has none: the built site has it as a file.
ROOT_FILES = {
    "README.md": "index.md",
    "COMPAT.md": "compatibility/index.md",
    "LICENSE": "assets/LICENSE.txt",
}
LINK = re.compile(r"(\]\()([^)#\s:]+)(#[^)\s]*)?\)")


def on_files(files, config):
    root = posixpath.dirname(config.config_file_path)
    for name, page in ROOT_PAGES.items():
        with open(posixpath.join(root, name), encoding="utf-8") as source:
            text = relink(source.read(), "", page)
        files.append(File.generated(config, page, content=text))
    licence = File.generated(config, "assets/LICENSE.txt", abs_src_path=posixpath.join(root, "LICENSE"))
    files.append(licence)
    return files


def on_page_markdown(markdown, page, config, files):
    if page.file.src_uri in ROOT_PAGES.values():
        return markdown
    return relink(markdown, posixpath.join("docs", page.file.src_uri), page.file.src_uri)


def relink(text, source, page):
    """Rewrites the links of a file `source` of the repository, which is `page` of the site."""

    def rewrite(link):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link[2]))
        if target in ROOT_PAGES:
            target = ROOT_PAGES[target]
        elif target in ROOT_FILES:
            target = ROOT_FILES[target]
        elif source.startswith("docs/"):
            return link[0]
        else:
            target = target.removeprefix("docs/")
        return f"{link[1]}{posixpath.relpath(target, posixpath.dirname(page))}{link[3] or ''})"

    return LINK.sub(rewrite, text)
