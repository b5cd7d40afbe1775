"""The command sqlvm-graalpy: environments of a GraalPy in Java that find sqlvm.

A language is found when Java starts, so the jars of sqlvm, which lie in the package, must be on the
class path of the program `python` of the environment. This module writes that program. It runs on
any Python, since nothing of sqlvm can be imported before.
"""

import argparse
import glob
import importlib.metadata
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

_MAIN = "org.sqlvm.python.GraalPy"

# The Java that GraalPy and sqlvm are made for.
_JAVA = 25

# Arguments of Java that are the same everywhere. A call in Python that is not compiled takes several
# of Java's: the stack is enough for the thousand that Python allows.
_ARGUMENTS = ("-Xss16m", "--enable-native-access=ALL-UNNAMED",
              "--sun-misc-unsafe-memory-access=allow", "-Dpolyglot.engine.WarnInterpreterOnly=false")

# With Graal's compiler GraalPy's jars are modules. Then sqlvm hands it a result as a list without
# copying it, through packages that are opened for that; and the compiler waits for programs that are
# not short.
_OPENED = tuple("org.graalvm.py/com.oracle.graal.python" + package for package in (
    "", ".runtime", ".runtime.object", ".runtime.sequence", ".runtime.sequence.storage",
    ".builtins.objects", ".builtins.objects.capsule")) + (
        "org.graalvm.truffle.runtime/com.oracle.truffle.runtime",)

# The modules of a Java that is linked for an environment: those of programs, and of GraalVM what
# must be in it for the optimizing runtime to be found.
_LINKED = ("java.se", "jdk.charsets", "jdk.httpserver", "jdk.internal.vm.ci", "jdk.jcmd", "jdk.jfr",
           "jdk.localedata", "jdk.management", "jdk.naming.dns", "jdk.net", "jdk.security.auth",
           "jdk.unsupported", "jdk.zipfs", "org.graalvm.polyglot", "org.graalvm.truffle.runtime")

# Where JDKs are.
_HOMES = ("/usr/lib/jvm/*", "~/.sdkman/candidates/java/*", "~/.jdks/*", "~/.asdf/installs/java/*",
          "/opt/*", "/opt/*/*", "/usr/java/*", "/Library/Java/JavaVirtualMachines/*/Contents/Home",
          "~/Library/Java/JavaVirtualMachines/*/Contents/Home",
          "/opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home")


class _Failure(Exception):
    """An error whose message is printed instead of a traceback."""


def _package_file(name):
    """A file that the package brings for Java."""
    return pathlib.Path(__file__).parent / "sqlvm" / "jars" / name


def own_jars():
    """The jars that the package brings."""
    jars = sorted(_package_file("").glob("*.jar"))
    if not jars:
        raise _Failure("this package has no jars: it is not the wheel of sqlvm")
    return jars


class Java:
    """A Java, by its folder."""

    def __init__(self, home):
        self.home = pathlib.Path(home)
        self.program = self.home / "bin" / "java"
        try:
            release = (self.home / "release").read_text("utf-8")
        except OSError:
            release = ""
        version = re.search(r'^JAVA_VERSION="(\d+)', release, re.MULTILINE)
        self.version = int(version.group(1)) if version else 0
        # A GraalVM has a compiler of its own.
        self.is_graalvm = "GRAALVM_VERSION=" in release

    def link(self, jars, folder):
        """Makes a Java for these jars, or returns None if there is no jlink, or none that can.

        A plain JDK shares no loaded classes between processes when a module of it is replaced, as
        its empty compiler must be. The one that is made has no compiler, so that Graal's is a module
        like others.
        """
        jlink = self.home / "bin" / "jlink"
        if self.is_graalvm or not os.access(jlink, os.X_OK):
            return None
        done = subprocess.run(
            [jlink, "--module-path", os.pathsep.join(map(str, jars)), "--add-modules",
             ",".join(_LINKED), "--no-header-files", "--no-man-pages", "--generate-cds-archive",
             "--output", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return Java(folder) if done.returncode == 0 else None


def _found_java():
    named = os.environ.get("JAVA_HOME")
    places = [named] if named else []
    on_path = shutil.which("java")
    if on_path:
        places.append(pathlib.Path(on_path).resolve().parent.parent)
    for pattern in _HOMES:
        places += sorted(glob.glob(os.path.expanduser(pattern)))
    for java in map(Java, places):
        if java.version == _JAVA and os.access(java.program, os.X_OK):
            return java
    raise _Failure("found no JDK %d: install one, or set JAVA_HOME to it%s" % (
        _JAVA, "; that of JAVA_HOME, %s, is none" % named if named else ""))


def _quoted(text):
    return '"%s"' % str(text).replace("\\", "\\\\").replace('"', '\\"')


def _path(jars):
    return _quoted(os.pathsep.join(map(str, jars)))


def _is_compiler(jar):
    return jar.name.startswith(("compiler-", "truffle-compiler-"))


def has_compiler(jars):
    """Whether Graal's compiler is among them."""
    return any(jar.name.startswith("compiler-") for jar in jars)


def java_arguments(jars, own, linked):
    """The arguments of Java, a line each, for GraalPy's jars and ours.

    linked says whether Java was made for these jars, see Java.link.
    """
    lines = list(_ARGUMENTS)
    if has_compiler(jars):
        compiler = [jar for jar in jars if _is_compiler(jar)]
        modules = [jar for jar in jars if not _is_compiler(jar)]
        lines += ["-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI",
                  "--enable-native-access=org.graalvm.truffle",
                  "--add-modules=org.graalvm.polyglot,org.graalvm.truffle.runtime,org.graalvm.py"]
        if linked:
            lines += ["--module-path=" + _path(compiler + modules),
                      "--add-modules=jdk.graal.compiler"]
        else:
            lines += ["--upgrade-module-path=" + _path(compiler),
                      "--module-path=" + _path(modules)]
        lines += ["--add-exports=%s=ALL-UNNAMED" % package for package in _OPENED]
        directives = next((jar.parent / "python.directives" for jar in own), None)
        if directives:
            lines.append(_quoted("-Dsqlvm.python.directives=%s" % directives))
    lines += ["--class-path", _path(own + jars)]
    return lines


class Launcher:
    """The program graalpy of an environment, with what it gives to Java.

    It is in a folder of its own, since GraalPy takes the one above the program's for its home if
    that has the folder `lib`, as an environment has.
    """

    def __init__(self, environment, java):
        self.java = java
        self.folder = environment / "graalpy"
        self.program = self.folder / "bin" / "graalpy"
        self.cache = self.folder / "start.aot"
        self.linked = None

    def link(self, jars):
        """Takes a Java that is made for these jars, if there can be one."""
        image = self.folder / "java"
        if self.java.home == image:
            # It runs this program.
            self.linked = self.java
            return
        shutil.rmtree(image, ignore_errors=True)
        self.linked = has_compiler(jars) and self.java.link(jars, image)
        self.java = self.linked or self.java

    def write(self, jars, own):
        (self.folder / "bin").mkdir(parents=True, exist_ok=True)
        self.cache.unlink(missing_ok=True)
        (self.folder / "java.args").write_text(
            "\n".join(java_arguments(jars, own, self.linked)) + "\n", "utf-8")
        self.program.write_text(
            "#!/bin/sh\n"
            "# Written by sqlvm-graalpy: GraalPy in Java, with sqlvm on its class path.\n"
            'exec %s "-Dorg.graalvm.launcher.executablename=$0" %s "$@"\n'
            % (" ".join(map(shlex.quote, self._java("-XX:AOTCache=%s" % self.cache))), _MAIN),
            "utf-8")
        self.program.chmod(0o755)

    def train(self):
        """Makes a cache of what a first program loads, in about a minute; says whether it could.

        Java goes on without one that is not there, or no longer fits.
        """
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                [*self._java("-XX:AOTCacheOutput=%s" % self.cache),
                 "-Dorg.graalvm.launcher.executablename=%s" % self.program, _MAIN,
                 str(_package_file("training.py"))],
                cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
        return self.cache.exists()

    def _java(self, option):
        return [str(self.java.program), option, "-Xlog:aot*=off", "-Xlog:cds*=off",
                "@%s" % (self.folder / "java.args")]


def _copy_package(site_packages):
    """Installs what is installed here into another environment."""
    for file in importlib.metadata.files("sqlvm"):
        if ".." not in file.parts and file.suffix != ".pyc":
            target = site_packages / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.locate(), target)


def _train(launcher):
    print("preparing a fast start, which takes about a minute", file=sys.stderr)
    if not launcher.train():
        print("sqlvm-graalpy: this Java makes no cache, so that programs start slowly",
              file=sys.stderr)


def make(folder, environment, pip, fast):
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
    launcher = Launcher(environment, _found_java())
    try:
        if fast:
            launcher.link(jars)
        # The command is in our jars. GraalPy makes its environment by it, and pip another one.
        launcher.write(jars, own_jars())
        subprocess.run([launcher.program, "-m", "venv", *([] if pip else ["--without-pip"]),
                        environment], check=True)
    except BaseException:
        shutil.rmtree(environment, ignore_errors=True)
        raise
    site_packages = next((environment / "lib").glob("python*/site-packages"))
    _copy_package(site_packages)
    launcher.write(jars, [site_packages / "sqlvm" / "jars" / jar.name for jar in own_jars()])
    if fast:
        _train(launcher)
    return environment / "bin" / "python"


def _property(name):
    import java

    return java.type("java.lang.System").getProperty(name) or ""


def _jars_of_this_process():
    own = {jar.name for jar in own_jars()}
    jars = {}
    for path in ("jdk.module.upgrade.path", "jdk.module.path", "java.class.path"):
        for part in filter(None, _property(path).split(os.pathsep)):
            entry = pathlib.Path(part)
            for jar in sorted(entry.glob("*.jar")) if entry.is_dir() else [entry]:
                if jar.suffix == ".jar" and jar.name not in own:
                    jars.setdefault(jar.name, jar.resolve())
    return list(jars.values())


def extend(fast):
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
    environment = pathlib.Path(sys.prefix)
    launcher = Launcher(environment, Java(home))
    jars = _jars_of_this_process()
    if fast:
        launcher.link(jars)
    launcher.write(jars, own_jars())
    # A link to the GraalPy that the environment was made from; the other names are links to it.
    program = environment / "bin" / "graalpy"
    program.unlink(missing_ok=True)
    program.symlink_to(launcher.program)
    if fast:
        _train(launcher)
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
    parser.add_argument("--without-cache", action="store_true",
                        help="leaves out what makes programs start fast: a minute, 150 MB, and 160"
                             " MB more for a Java if Graal's compiler is among the jars")
    options = parser.parse_args(arguments)
    if options.jars and not options.environment:
        parser.error("JARS needs an ENVIRONMENT")
    try:
        if options.jars:
            python = make(options.jars, options.environment, not options.without_pip,
                          not options.without_cache)
        else:
            python = extend(not options.without_cache)
    except (_Failure, OSError, subprocess.CalledProcessError) as failure:
        print("sqlvm-graalpy: %s" % failure, file=sys.stderr)
        return 1
    print("%s finds sqlvm" % python)
    return 0


if __name__ == "__main__":
    sys.exit(main())
