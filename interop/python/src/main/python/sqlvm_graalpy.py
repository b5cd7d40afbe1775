"""The command sqlvm-graalpy: environments of a GraalPy in Java that find sqlvm.

A language is found when Java starts, so the jars of sqlvm, which lie in the package, must be on the
class path of the program `python` of the environment. This module writes that program. It runs on
any Python, since nothing of sqlvm can be imported before.
"""

import argparse
import importlib.metadata
import os
import pathlib
import shutil
import subprocess
import sys

_MAIN = "com.oracle.graal.python.shell.GraalPythonMain"

# Arguments of Java that are the same everywhere. A call in Python that is not compiled takes several
# of Java's: the stack is enough for the thousand that Python allows.
_ARGUMENTS = ("-Xss16m", "--enable-native-access=ALL-UNNAMED",
              "--sun-misc-unsafe-memory-access=allow", "-Dpolyglot.engine.WarnInterpreterOnly=false")

# With Graal's compiler GraalPy's jars are modules; then sqlvm hands it a result as a list without
# copying it through packages that are opened for that.
_OPENED = ("", ".runtime", ".runtime.object", ".runtime.sequence", ".runtime.sequence.storage",
           ".builtins.objects")


class _Failure(Exception):
    """What is printed in place of a traceback."""


def own_jars():
    """The jars that the package brings."""
    jars = sorted((pathlib.Path(__file__).parent / "sqlvm" / "jars").glob("*.jar"))
    if not jars:
        raise _Failure("this package has no jars: it is not the wheel of sqlvm")
    return jars


def _quoted(text):
    return '"%s"' % str(text).replace("\\", "\\\\").replace('"', '\\"')


def _path(jars):
    return _quoted(os.pathsep.join(map(str, jars)))


def java_arguments(jars, own):
    """The arguments of Java, a line each, for GraalPy's jars and ours."""
    compiler = [jar for jar in jars if jar.name.startswith(("compiler-", "truffle-compiler-"))]
    lines = list(_ARGUMENTS)
    if any(jar.name.startswith("compiler-") for jar in compiler):
        modules = [jar for jar in jars if jar not in compiler]
        lines += ["-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI",
                  "--upgrade-module-path=" + _path(compiler),
                  "--module-path=" + _path(modules),
                  "--add-modules=org.graalvm.polyglot,org.graalvm.truffle.runtime,org.graalvm.py",
                  "--enable-native-access=org.graalvm.truffle"]
        lines += ["--add-exports=org.graalvm.py/com.oracle.graal.python%s=ALL-UNNAMED" % package
                  for package in _OPENED]
    lines += ["--class-path", _path(own + jars)]
    return lines


def write_launcher(environment, java, lines):
    """Writes a program `graalpy` into a folder of the environment, and what it gives to Java.

    The folder is one of its own, since GraalPy takes the one above the program's for its home if
    that has the folder `lib`, as an environment has.
    """
    folder = environment / "graalpy"
    (folder / "bin").mkdir(parents=True, exist_ok=True)
    arguments = folder / "java.args"
    arguments.write_text("\n".join(lines) + "\n", "utf-8")
    launcher = folder / "bin" / "graalpy"
    launcher.write_text(
        "#!/bin/sh\n"
        "# Written by sqlvm-graalpy: GraalPy in Java, with sqlvm on its class path.\n"
        "exec '%s' '@%s' \"-Dorg.graalvm.launcher.executablename=$0\" \\\n"
        "    %s --polyglot \"$@\"\n" % (java, arguments, _MAIN), "utf-8")
    launcher.chmod(0o755)
    return launcher


def _java():
    home = os.environ.get("JAVA_HOME")
    java = os.path.join(home, "bin", "java") if home else shutil.which("java")
    if not java or not os.access(java, os.X_OK):
        raise _Failure("found no java: install a JDK 25, or set JAVA_HOME to one")
    return java


def _copy_package(site_packages):
    """Installs what is installed here into another environment."""
    for file in importlib.metadata.files("sqlvm"):
        if ".." not in file.parts and file.suffix != ".pyc":
            target = site_packages / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.locate(), target)


def make(folder, environment, pip):
    """Makes an environment of the GraalPy whose jars are in a folder, with sqlvm in it."""
    own_jars()
    jars = sorted(pathlib.Path(folder).resolve().glob("*.jar"))
    if not any(jar.name.startswith("python-launcher-") for jar in jars):
        raise _Failure("%s has no python-launcher-….jar: it must have the jars of"
                       " org.graalvm.python:python-launcher and of"
                       " org.graalvm.polyglot:python-community" % folder)
    environment = pathlib.Path(environment).resolve()
    if environment.exists():
        raise _Failure("%s is there already" % environment)
    java = _java()
    launcher = write_launcher(environment, java, java_arguments(jars, []))
    subprocess.run([launcher, "-m", "venv", *([] if pip else ["--without-pip"]), environment],
                   check=True)
    site_packages = next((environment / "lib").glob("python*/site-packages"))
    _copy_package(site_packages)
    own = [site_packages / "sqlvm" / "jars" / jar.name for jar in own_jars()]
    write_launcher(environment, java, java_arguments(jars, own))
    return environment / "bin" / "python"


def _property(name):
    import java

    return java.type("java.lang.System").getProperty(name) or ""


def extend():
    """Has the environment that this program runs in find sqlvm."""
    if sys.implementation.name != "graalpy":
        raise _Failure("this is no GraalPy: sqlvm-graalpy JARS ENVIRONMENT makes an environment of"
                       " one")
    if sys.prefix == sys.base_prefix:
        raise _Failure("this is no virtual environment: make one with -m venv, and install sqlvm"
                       " there")
    try:
        home = _property("java.home")
    except Exception:
        raise _Failure("this GraalPy is a native program, in which no other language can be: sqlvm"
                       " needs the one that runs in Java") from None
    own = own_jars()
    names = {jar.name for jar in own}
    jars = {}
    for path in ("jdk.module.upgrade.path", "jdk.module.path", "java.class.path"):
        for part in filter(None, _property(path).split(os.pathsep)):
            entry = pathlib.Path(part)
            for jar in sorted(entry.glob("*.jar")) if entry.is_dir() else [entry]:
                if jar.suffix == ".jar" and jar.name not in names:
                    jars.setdefault(jar.name, jar.resolve())
    environment = pathlib.Path(sys.prefix)
    launcher = write_launcher(environment, os.path.join(home, "bin", "java"),
                              java_arguments(list(jars.values()), own))
    # A link to the GraalPy that the environment was made from; the other names are links to it.
    program = environment / "bin" / "graalpy"
    program.unlink(missing_ok=True)
    program.symlink_to(launcher)
    return environment / "bin" / "python"


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="sqlvm-graalpy",
        description="In a virtual environment of a GraalPy in Java: has it find sqlvm. With JARS"
                    " and ENVIRONMENT, in any Python: makes such an environment.")
    parser.add_argument("jars", metavar="JARS", nargs="?",
                        help="the folder with the jars of GraalPy")
    parser.add_argument("environment", metavar="ENVIRONMENT", nargs="?",
                        help="the folder to be made")
    parser.add_argument("--without-pip", action="store_true",
                        help="makes it without pip, in a fraction of the time")
    options = parser.parse_args(arguments)
    if options.jars and not options.environment:
        parser.error("JARS needs an ENVIRONMENT")
    try:
        if options.jars:
            python = make(options.jars, options.environment, not options.without_pip)
        else:
            python = extend()
    except (_Failure, OSError, subprocess.CalledProcessError) as failure:
        print("sqlvm-graalpy: %s" % failure, file=sys.stderr)
        return 1
    print("%s finds sqlvm" % python)
    return 0


if __name__ == "__main__":
    sys.exit(main())
