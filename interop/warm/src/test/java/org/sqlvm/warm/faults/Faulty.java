package org.sqlvm.warm.faults;

import java.util.List;

/**
 * A program that fails in its way.
 *
 * @param arguments those of the launcher
 * @param input its standard input
 * @param signal sent when it has printed its first line; null for none
 * @param isCompared whether what it prints is that of a process of its own; if not, its exit code
 */
record Faulty(
        String name, List<String> arguments, String input, String signal, boolean isCompared) {
    private static final String ENDLESS =
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c";

    /** Holds a lock of file.db when it has printed its line. */
    private static final String LOCKED_SQL = "CREATE TABLE t(a);\nBEGIN IMMEDIATE;\n"
            + "INSERT INTO t VALUES (1);\n.print begun\n" + ENDLESS + ";\n";

    private static final String LOCKED_PYTHON = "import sqlvm, time\n"
            + "c = sqlvm.connect('file.db')\n"
            + "c.execute('CREATE TABLE IF NOT EXISTS t(a)')\n"
            + "c.execute('INSERT INTO t VALUES (1)')\n"
            + "print('begun', flush=True)\n";

    /**
     * The interrupt comes while the callback of a weak reference runs, for longer than a second.
     */
    private static final String CALLBACK = "import gc, time, weakref\n"
            + "class A: pass\n"
            + "def callback(r):\n"
            + "    print('begun', flush=True)\n"
            + "    until = time.monotonic() + 1.2\n"
            + "    while time.monotonic() < until: pass\n"
            + "a = A(); r = weakref.ref(a, callback); del a\n"
            + "for _ in range(100): gc.collect(); time.sleep(0.05)\n"
            + "time.sleep(1000)\n";

    static final List<Faulty> ALL = List.of(
            sql(
                    "rows",
                    "CREATE TABLE t(a);\nINSERT INTO t VALUES (1), (2);\nSELECT sum(a) FROM t;\n"),
            sql("error", "SELECT 1;\nSELECT * FROM nosuch;\nSELECT 2;\n"),
            sql(
                    "folder",
                    ".shell mkdir deep\n.cd deep\n.output here.txt\nSELECT 5;\n.output\n"
                            + ".shell cat here.txt; pwd; echo $FAULT\n.exit 3\n"),
            sql("interrupted", LOCKED_SQL).with("INT"),
            sql("terminated", LOCKED_SQL).with("TERM"),
            sql("killed", LOCKED_SQL).with("KILL"),
            python(
                    "surroundings",
                    "import os, sys\n"
                        + "print(os.getcwd(), os.environ['FAULT'], sys.argv)\n"
                        + "os.chdir('/'); os.environ['FAULT'] = 'changed'; print(os.getcwd())\n"),
            python(
                    "rows",
                    "import sqlvm\n"
                            + "c = sqlvm.connect('file.db')\n"
                            + "c.execute('CREATE TABLE t(a)')\n"
                            + "c.executemany('INSERT INTO t VALUES (?)', [(i,) for i in"
                            + " range(1000)])\n"
                            + "c.commit()\n"
                            + "print(c.execute('SELECT sum(a) FROM t').fetchone())\n"),
            python("exit", "import sys\nprint('bye'); sys.exit(7)\n"),
            python("exception", "def f(x): return 1 / x\nf(0)\n"),
            python(
                    "recursion",
                    "def f(x): return f(x + 1) + 1\n"
                            + "try:\n    f(0)\nexcept RecursionError:\n    print('deep')\n"),
            // The error says in which line the signal came: that of the loop, or the one before.
            python("interrupted", LOCKED_PYTHON + "while True: pass\n")
                    .with("INT")
                    .uncompared(),
            // On the line of its output: the signal may come before it sleeps.
            python("asleep", LOCKED_PYTHON.strip() + "; time.sleep(1000)\n").with("INT"),
            python("callback", CALLBACK).with("INT").uncompared(),
            python(
                            "handler",
                            "import signal, sys, time\n"
                                    + "signal.signal(signal.SIGTERM, lambda *_: sys.exit(9))\n"
                                    + "print('begun', flush=True)\ntime.sleep(1000)\n")
                    .with("TERM"),
            python(
                    "raised",
                    LOCKED_PYTHON + "import signal\nsignal.raise_signal(signal.SIGTERM)\n"),
            python(
                    "alarm",
                    "import signal, sys, time\n"
                            + "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
                            + "signal.signal(signal.SIGALRM, lambda *_: sys.exit(8))\n"
                            + "signal.setitimer(signal.ITIMER_REAL, 0.1)\ntime.sleep(1000)\n"),
            python("terminated", LOCKED_PYTHON + "while True: pass\n").with("TERM"),
            python("killed", LOCKED_PYTHON + "while True: pass\n").with("KILL"),
            python("memory", "a = []\nwhile True: a.append([0] * 1000)\n").uncompared(),
            python("garbage", "t = 0\nfor i in range(20000): t += len([i] * 10000)\nprint(t)\n"),
            script("memory", "const a = []; while (true) a.push(new Array(100000).fill(0));\n")
                    .uncompared(),
            script(
                    "surroundings",
                    "console.log(process.cwd(), process.env.FAULT);\n"
                            + "process.chdir('/'); process.env.FAULT = 'changed';\n"
                            + "process.env.TZ = 'Asia/Tokyo'; process.exitCode = 4;\n"),
            script("zone", "console.log(new Date(0).getHours());\n"),
            script("exit", "console.log('bye'); process.exit(6);\n"),
            script("exception", "null.x;\n"),
            script("interrupted", "console.log('begun'); while (true);\n").with("INT"),
            script("timer", "console.log('begun'); setTimeout(() => 0, 1e9);\n").with("TERM"));

    private static Faulty sql(String name, String script) {
        return new Faulty("sql " + name, List.of("file.db"), script, null, true);
    }

    private static Faulty python(String name, String code) {
        return new Faulty("python " + name, List.of("python", "-c", code, "one"), "", null, true);
    }

    private static Faulty script(String name, String code) {
        return new Faulty("js " + name, List.of("js", "-e", code), "", null, true);
    }

    private Faulty with(String sent) {
        return new Faulty(name, arguments, input, sent, isCompared && !sent.equals("KILL"));
    }

    private Faulty uncompared() {
        return new Faulty(name, arguments, input, signal, false);
    }

    /** The exit code, and what is printed. */
    record Ended(int code, String out, String error) {}
}
