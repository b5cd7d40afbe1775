"""Lets programs say `import sqlvm`. The value of this text is a function that takes the names of
the package's modules, each with its source."""


def _install(*sources):
    import sys

    # Python has loaded this module at its start. The base classes of importlib.abc would bring
    # fifty modules.
    from _frozen_importlib import spec_from_loader

    modules = dict(zip(sources[::2], sources[1::2]))

    class SqlvmFinder:
        """A finder and a loader."""

        def find_spec(self, name, path=None, target=None):
            return spec_from_loader(name, self) if name in modules else None

        def create_module(self, spec):
            return None

        def exec_module(self, module):
            exec(self.get_code(module.__name__), module.__dict__)

        def get_code(self, name):
            return compile(modules[name], self.get_filename(name), "exec", dont_inherit=True)

        def is_package(self, name):
            return name == "sqlvm"

        def get_source(self, name):
            return modules[name]

        def get_filename(self, name):
            return name.replace(".", "/") + ("/__init__.py" if name == "sqlvm" else ".py")

    sys.meta_path.append(SqlvmFinder())


_install
