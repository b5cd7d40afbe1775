"""Lets programs say `import sqlvm`. The value of this text is a function that takes the module's."""


def _install(source):
    import importlib.abc
    import importlib.util
    import sys

    class SqlvmFinder(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
        def find_spec(self, name, path, target=None):
            return importlib.util.spec_from_loader(name, self) if name == "sqlvm" else None

        def get_source(self, name):
            return source

    sys.meta_path.append(SqlvmFinder())


_install
