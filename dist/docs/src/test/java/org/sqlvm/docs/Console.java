package org.sqlvm.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.sqlvm.shell.ShellProcess;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Runs blocks that show a terminal: a line that begins with {@code $} is a command, one that begins
 * with {@code sqlvm>} or {@code ...>} is typed into it, and the other lines are what is printed.
 */
final class Console {
    private static final String PROMPT = "$ ";
    private static final String SHELL_PROMPT = "sqlvm> ";
    private static final String MORE_PROMPT = "   ...> ";
    private static final String MARK = "\u241e";
    /** The command, of a clone or an archive. */
    private static final Pattern SHELL = Pattern.compile("(.*/)?sqlvm");

    /** The launcher of a clone, in whose root its reader stands. */
    private static final String CLONE = "./sqlvm";

    private static final String JAR = "sqlvm-jdbc-all-";

    /** Other programs that pages use, which every machine has. */
    private static final Set<String> PROGRAMS =
            Set.of("echo", "printf", "cat", "head", "ls", "wc", "rm", "cp", "sort", "mkdir");

    private final Path folder;
    private final Map<String, CodeBlock> files;
    private final JavaBlocks java;
    private final GuestBlocks python;
    private final GuestBlocks javaScript;

    /** @param files the blocks of the page that are files, by name */
    Console(
            Path folder,
            Map<String, CodeBlock> files,
            JavaBlocks java,
            GuestBlocks python,
            GuestBlocks javaScript) {
        this.folder = folder;
        this.files = files;
        this.java = java;
        this.python = python;
        this.javaScript = javaScript;
    }

    void run(CodeBlock block, Transcript transcript) throws IOException, InterruptedException {
        List<String> lines = block.lines();
        int i = 0;
        while (i < lines.size()) {
            int first = block.line() + 1 + i;
            assertTrue(
                    lines.get(i).startsWith(PROMPT),
                    () -> first + ": no command before the output");
            StringBuilder text = new StringBuilder(lines.get(i++).substring(PROMPT.length()));
            while (CommandLine.isOpen(text.toString()) && i < lines.size()) {
                text.append('\n').append(lines.get(i++).replaceFirst("^> ", ""));
            }
            int end = i;
            while (end < lines.size() && !lines.get(end).startsWith(PROMPT)) {
                end++;
            }
            CommandLine command = CommandLine.parse(text.toString());
            List<String> below = lines.subList(i, end);
            if (!below.isEmpty() && below.getFirst().startsWith(SHELL_PROMPT)) {
                session(command, block.line() + 1 + i, below, transcript);
            } else {
                transcript.compare(block.line() + 1 + i, below, run(command, ""));
            }
            i = end;
        }
    }

    /** Runs a shell with what is typed into it; a mark is printed behind each input. */
    private void session(CommandLine command, int line, List<String> lines, Transcript transcript)
            throws IOException, InterruptedException {
        StringBuilder typed = new StringBuilder();
        List<Integer> ends = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (isInput(lines.get(i))) {
                typed.append(lines.get(i).substring(SHELL_PROMPT.length())).append('\n');
                if (i + 1 == lines.size() || !lines.get(i + 1).startsWith(MORE_PROMPT)) {
                    typed.append(".print ").append(MARK).append('\n');
                    ends.add(i + 1);
                }
            }
        }
        // At a terminal errors have no numbers of lines; here the input is a file to the shell.
        String printed = run(command, typed.toString()).replaceAll(" near line \\d+", "");
        String[] outputs = printed.split(MARK + "\n", -1);
        for (int k = 0; k < ends.size(); k++) {
            int start = ends.get(k);
            int end = start;
            while (end < lines.size() && !isInput(lines.get(end))) {
                end++;
            }
            String output = k < outputs.length ? outputs[k] : "";
            transcript.compare(line + start, lines.subList(start, end), output);
        }
    }

    private static boolean isInput(String line) {
        return line.startsWith(SHELL_PROMPT) || line.startsWith(MORE_PROMPT);
    }

    private String run(CommandLine command, String typed) throws IOException, InterruptedException {
        byte[] input = typed.getBytes(StandardCharsets.UTF_8);
        if (command.input() != null) {
            input = Files.readAllBytes(folder.resolve(command.input()));
        }
        String printed = "";
        for (List<String> words : command.stages()) {
            printed = run(words, input);
            input = printed.getBytes(StandardCharsets.UTF_8);
        }
        if (command.output() != null) {
            Files.writeString(folder.resolve(command.output()), printed);
            return "";
        }
        return printed;
    }

    private String run(List<String> words, byte[] input) throws IOException, InterruptedException {
        List<String> arguments = words.subList(1, words.size());
        String program = words.getFirst();
        if (SHELL.matcher(program).matches()) {
            if (program.equals(CLONE)) {
                standInClone();
            }
            if (arguments.size() > 1 && arguments.getFirst().equals("python")) {
                List<String> script = arguments.subList(1, arguments.size());
                return python.runFile(script, file(script.getFirst()).text());
            }
            if (arguments.size() > 1 && arguments.getFirst().equals("js")) {
                List<String> script = arguments.subList(1, arguments.size());
                return javaScript.runFile(script, file(script.getFirst()).text());
            }
            return ShellProcess.run(arguments.toArray(String[]::new), input);
        }
        if (program.equals("java")) {
            if (arguments.getFirst().equals("-jar") && arguments.get(1).startsWith(JAR)) {
                List<String> rest = arguments.subList(2, arguments.size());
                return ShellProcess.run(rest.toArray(String[]::new), input);
            }
            String file = words.getLast();
            return java.runFile(file(file), file);
        }
        assertTrue(PROGRAMS.contains(program), () -> "pages cannot run " + program);
        Process process = new ProcessBuilder(new ArrayList<>(words))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().write(input);
        process.getOutputStream().close();
        byte[] printed = process.getInputStream().readAllBytes();
        process.waitFor();
        return new String(printed, StandardCharsets.UTF_8);
    }

    /** Commands in a clone name files below docs. */
    private void standInClone() throws IOException {
        Path docs = folder.resolve("docs");
        if (!Files.exists(docs)) {
            Files.createSymbolicLink(docs, Pages.ROOT.resolve("docs"));
        }
    }

    private CodeBlock file(String name) {
        assertTrue(
                files.containsKey(name), () -> "no block of the page has title=\"" + name + "\"");
        return files.get(name);
    }
}
