"""Lets programs say `import sqlvm`. The value of this text is a function that takes the name of a file
with compiled modules, or an empty one; a text that identifies the sources and the Python that compiled
code must be for; and the names of the package's modules, each with its source."""


def _install(code_file, identity, *sources):
    import marshal
    import sys

    # Python has loaded this module at its start. The base classes of importlib.abc would bring
    # fifty modules.
    from _frozen_importlib import spec_from_loader

    modules = dict(zip(sources[::2], sources[1::2]))
    compiled = None

    def read_compiled():
        """The compiled modules by name; compiling them takes fifteen times as long as reading."""
        try:
            with open(code_file, "rb") as file:
                found, codes = marshal.loads(file.read())
            return codes if found == identity else {}
        except Exception:  # There is none, or none that this Python knows.
            return {}

    class SqlvmFinder:
        """A finder and a loader."""

        def find_spec(self, name, path=None, target=None):
            return spec_from_loader(name, self) if name in modules else None

        def create_module(self, spec):
            return None

        def exec_module(self, module):
            exec(self.get_code(module.__name__), module.__dict__)

        def get_code(self, name):
            nonlocal compiled
            if compiled is None:
                compiled = read_compiled() if code_file else {}
            if name in compiled:
                return marshal.loads(compiled[name])
            return compile(modules[name], self.get_filename(name), "exec", dont_inherit=True)

        def is_package(self, name):
            return name == "sqlvm"

        def get_source(self, name):
            return modules[name]

        def get_filename(self, name):
            return name.replace(".", "/") + ("/__init__.py" if name == "sqlvm" else ".py")

        def save(self, file):
            """Writes the file with compiled modules."""
            codes = {name: marshal.dumps(self.get_code(name)) for name in modules}
            with open(file, "wb") as target:
                target.write(marshal.dumps((identity, codes)))

    sys.meta_path.append(SqlvmFinder())


_install
