package org.sqlvm.workload;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** How far something is, on standard error. */
public final class Progress {
    private Progress() {}

    /** A bar that is drawn often at a terminal, and elsewhere as often as a log wants it. */
    public static ProgressBar bar(String what, long steps) {
        return new ProgressBarBuilder()
                .setTaskName(what)
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(System.console() == null ? 10_000 : 500)
                .build();
    }
}
