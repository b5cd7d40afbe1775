# Before `-m venv`: unpacks pip, which Python brings for environments. As a program of Python that
# installs itself it would take minutes.
def prepare_venv():
    import ensurepip
    import os
    import pathlib
    import venv
    import zipfile

    script = """\
#!%s
import sys
from pip._internal.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
"""

    def set_up(builder, context):
        bundled = pathlib.Path(ensurepip.__file__).parent / "_bundled"
        library = next((pathlib.Path(context.env_dir) / "lib").glob("python*/site-packages"))
        with zipfile.ZipFile(next(bundled.glob("pip-*.whl"))) as wheel:
            wheel.extractall(library)
        for name in ("pip", "pip3"):
            program = pathlib.Path(context.bin_path) / name
            program.write_text(script % context.env_exec_cmd, "utf-8")
            os.chmod(program, 0o755)

    venv.EnvBuilder._setup_pip = set_up


prepare_venv()
del prepare_venv
