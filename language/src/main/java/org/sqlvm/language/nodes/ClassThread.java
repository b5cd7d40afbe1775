package org.sqlvm.language.nodes;

import org.sqlvm.language.classfile.ClassCounts;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread of this process that makes classes of programs, one after the other, while nodes run
 * them. It ends when it has had nothing to do for a while.
 */
final class ClassThread {
    private static final int IDLE_SECONDS_MAX = 5;

    private static final ThreadPoolExecutor THREAD = thread();

    private ClassThread() {}

    private static ThreadPoolExecutor thread() {
        ThreadPoolExecutor thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS_MAX,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform()
                        .daemon()
                        .inheritInheritableThreadLocals(false)
                        .name("sqlvm classes")
                        .factory());
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    /**
     * Makes a class soon. If there is no memory for that, its program goes on as it is. So it does
     * if there is a fault in it, which the thread's handler of exceptions shows.
     */
    static void execute(Runnable maker) {
        try {
            THREAD.execute(() -> attempt(maker));
        } catch (OutOfMemoryError _) {
            ClassCounts.lackedMemory(); // There can be no more threads.
        }
    }

    private static void attempt(Runnable maker) {
        try {
            maker.run();
        } catch (VirtualMachineError _) {
            ClassCounts.lackedMemory();
        }
    }
}
