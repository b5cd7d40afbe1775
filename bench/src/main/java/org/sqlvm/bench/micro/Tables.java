package org.sqlvm.bench.micro;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** The tables of one command, in Markdown. */
final class Tables {
    /** Times of a warm run that runs are compared with to see how far the warm-up is. */
    private static final double WARM_NEARLY = 2.0;

    private static final double WARM = 1.2;

    private final Results results;
    private final StringBuilder text = new StringBuilder();

    Tables(Results results) {
        this.results = results;
        text.append("\n# The six micro-benchmarks, scale factor ")
                .append(number(results.scaleFactor()))
                .append("\n\n");
        results.machine()
                .forEach((name, value) ->
                        text.append(name).append(": ").append(value).append("  \n"));
        text.append("\nMilliseconds by the clock; *first* is the first run in a process, *warm* the"
                + " median of the second half of its runs. Behind each time, in brackets, the"
                + " thread's processor time.\n");
        times("Python", Subject.PYTHON, Subject.PYPY, paper -> paper.sqlite(), "PyPy");
        times("Java", Subject.JAVA, Subject.H2, paper -> paper.h2(), "H2");
        if (results.processes() > 1) {
            means();
        }
        counts();
    }

    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e9) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        int digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private void row(List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private void head(String title, List<String> cells) {
        text.append("\n## ").append(title).append("\n\n");
        row(cells);
        text.append("|---|").append("---:|".repeat(cells.size() - 1)).append('\n');
    }

    private List<Subject> of(boolean python) {
        return results.subjects().stream()
                .filter(subject -> subject.isPython() == python)
                .toList();
    }

    private double[] overBenchmarks(ToDoubleFunction<String> figure) {
        return results.benchmarks().stream()
                .mapToDouble(figure)
                .filter(value -> !Double.isNaN(value))
                .toArray();
    }

    /** Times of all engines in one language, then how often ours goes into the others'. */
    private void times(
            String language,
            String ours,
            String papers,
            ToDoubleFunction<Paper> paper,
            String peer) {
        List<Subject> subjects = of(ours.equals(Subject.PYTHON));
        if (subjects.isEmpty()) {
            return;
        }
        List<String> titles = new ArrayList<>(List.of("ms"));
        for (Subject subject : subjects) {
            titles.add(subject.title() + ": first");
            titles.add("warm");
        }
        head(language, titles);
        for (String benchmark : results.benchmarks()) {
            List<String> cells = new ArrayList<>(List.of(benchmark));
            for (Subject subject : subjects) {
                cells.add(number(results.first(benchmark, subject.id())));
                cells.add(String.format(
                        "%s (%s)",
                        number(results.warm(benchmark, subject.id())),
                        number(results.warmProcessorTime(benchmark, subject.id()))));
            }
            row(cells);
        }
        warmUps(language, subjects);
        if (results.has(ours)) {
            leads(language, subjects, ours, papers, paper, peer);
        }
    }

    /** How long it takes until runs are as fast as they will be, nearly. */
    private void warmUps(String language, List<Subject> subjects) {
        List<String> titles = new ArrayList<>();
        titles.add("seconds from the start of the process");
        for (Subject subject : subjects) {
            titles.add(subject.title() + ": first run ends");
            titles.add(WARM_NEARLY + " x warm");
            titles.add(WARM + " x");
        }
        head(language + ": warm-up", titles);
        for (String benchmark : results.benchmarks()) {
            List<String> cells = new ArrayList<>(List.of(benchmark));
            for (Subject subject : subjects) {
                for (double factor : List.of(Double.MAX_VALUE, WARM_NEARLY, WARM)) {
                    cells.add(number(results.warmAfter(benchmark, subject.id(), factor)));
                }
            }
            row(cells);
        }
    }

    private void leads(
            String language,
            List<Subject> subjects,
            String ours,
            String papers,
            ToDoubleFunction<Paper> paper,
            String peer) {
        List<Subject> others =
                subjects.stream().filter(subject -> !subject.id().equals(ours)).toList();
        List<String> titles = new ArrayList<>(List.of("warm / sqlvm's"));
        for (Subject other : others) {
            titles.add(other.title());
            if (other.id().equals(papers)) {
                titles.add("the paper's " + peer + " / SQPyte's");
            }
        }
        head(language + ": times of sqlvm", titles);
        for (String benchmark : results.benchmarks()) {
            List<String> cells = new ArrayList<>(List.of(benchmark));
            for (Subject other : others) {
                cells.add(String.format(
                        "%s (%s)",
                        number(ratio(results::warm, benchmark, other.id(), ours)),
                        number(ratio(results::warmProcessorTime, benchmark, other.id(), ours))));
                if (other.id().equals(papers)) {
                    cells.add(number(paper.applyAsDouble(Paper.BY_BENCHMARK.get(benchmark))));
                }
            }
            row(cells);
        }
        List<String> cells = new ArrayList<>(List.of("geometric mean"));
        for (Subject other : others) {
            cells.add(String.format(
                    "%s (%s)",
                    number(meanRatio(results::warm, other.id(), ours)),
                    number(meanRatio(results::warmProcessorTime, other.id(), ours))));
            if (other.id().equals(papers)) {
                cells.add(number(Statistics.geometricMean(overBenchmarks(
                        benchmark -> paper.applyAsDouble(Paper.BY_BENCHMARK.get(benchmark))))));
            }
        }
        row(cells);
    }

    private static double ratio(
            ToDoubleBiFunction<String, String> figure, String benchmark, String of, String to) {
        return figure.applyAsDouble(benchmark, of) / figure.applyAsDouble(benchmark, to);
    }

    private double meanRatio(ToDoubleBiFunction<String, String> figure, String of, String to) {
        return Statistics.geometricMean(
                overBenchmarks(benchmark -> ratio(figure, benchmark, of, to)));
    }

    /** The paper's figures: means over all runs, the first ones too. */
    private void means() {
        List<Subject> subjects = results.subjects();
        List<String> titles = new ArrayList<>(List.of("ms"));
        subjects.forEach(subject -> titles.add(subject.title()));
        head(
                "Means over all runs of " + results.processes()
                        + " processes, with 99 % confidence intervals",
                titles);
        for (String benchmark : results.benchmarks()) {
            List<String> cells = new ArrayList<>(List.of(benchmark));
            for (Subject subject : subjects) {
                double[] means = results.means(benchmark, subject.id());
                cells.add(number(Statistics.mean(means)) + " ± "
                        + number(Statistics.interval(means)));
            }
            row(cells);
        }
    }

    private void counts() {
        if (results.benchmarks().stream().allMatch(one -> results.counted(one).isEmpty())) {
            return;
        }
        head(
                "What crosses between program and database in one run",
                List.of(
                        "counted",
                        "crossings",
                        "values",
                        "the paper's crossings at scale factor 1",
                        "values"));
        for (String benchmark : results.benchmarks()) {
            Paper paper = Paper.BY_BENCHMARK.get(benchmark);
            results.counted(benchmark)
                    .ifPresent(counted -> row(List.of(
                            benchmark,
                            String.format(Locale.ROOT, "%,d", counted.crossings()),
                            String.format(Locale.ROOT, "%,d", counted.values()),
                            String.format(Locale.ROOT, "%,d", paper.crossings()),
                            String.format(Locale.ROOT, "%,d", paper.values()))));
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
