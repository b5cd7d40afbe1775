"""Lets programs say `import sqlvm`. The value of this text is a function that takes the names of
the package's modules, each with its source."""


def _install(*sources):
    import importlib.abc
    import importlib.util
    import sys

    modules = dict(zip(sources[::2], sources[1::2]))

    class SqlvmFinder(importlib.abc.MetaPathFinder, importlib.abc.ExecutionLoader):
        def find_spec(self, name, path, target=None):
            return importlib.util.spec_from_loader(name, self) if name in modules else None

        def is_package(self, name):
            return name == "sqlvm"

        def get_source(self, name):
            return modules[name]

        def get_filename(self, name):
            return name.replace(".", "/") + ("/__init__.py" if name == "sqlvm" else ".py")

    sys.meta_path.append(SqlvmFinder())


_install
