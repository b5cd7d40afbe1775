# Before `-m pip`: outside of an environment it is the one that Python brings for making them, and
# installs into no folder but one that the user names.
def prepare_pip():
    import importlib.util
    import sys

    if sys.prefix != sys.base_prefix:
        return
    arguments = sys.argv[1:]
    command = next((each for each in arguments if not each.startswith("-")), None)
    named = ("-t", "--target", "--prefix", "--root", "--python", "-h", "--help", "--dry-run")
    if command in ("install", "uninstall") and not any(
            each.split("=")[0] in named for each in arguments):
        sys.exit("sqlvm python: this is no environment. Make one, and use its pip:\n"
                 "    sqlvm python -m venv env\n"
                 "    env/bin/python -m pip install PACKAGE\n"
                 "or name a folder: --target FOLDER. Programs look there with PYTHONPATH=FOLDER.")
    if importlib.util.find_spec("pip") is None:
        import ensurepip
        import pathlib

        bundled = pathlib.Path(ensurepip.__file__).parent / "_bundled"
        sys.path.insert(0, str(next(bundled.glob("pip-*.whl"))))


prepare_pip()
del prepare_pip
