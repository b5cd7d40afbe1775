package org.sqlvm.engine.program;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.ResultColumn;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program as the rows of EXPLAIN and EXPLAIN QUERY PLAN, in SQLite's columns. */
public final class Explain {
    private static final Pattern RANGE = Pattern.compile("p([1-5])@p([1-5])(\\+1)?");
    private static final Pattern OPERAND = Pattern.compile("\\bp([1-5])\\b");

    private Explain() {}

    public static List<ResultColumn> columns() {
        return named("addr", "opcode", "p1", "p2", "p3", "p4", "p5", "comment");
    }

    public static List<ResultColumn> queryPlanColumns() {
        return named("id", "parent", "notused", "detail");
    }

    private static List<ResultColumn> named(String... names) {
        return List.of(names).stream()
                .map(name -> new ResultColumn(name, null, null, null, null))
                .toList();
    }

    /**
     * Returns one row per instruction: addr, opcode, p1, p2, p3, p4, p5, comment. The programs that
     * it runs follow, each once.
     */
    public static Object[][] rows(Program program) {
        List<SubProgram> known = new ArrayList<>();
        List<Object[]> rows = new ArrayList<>(List.of(rows(program, "")));
        findSubPrograms(program, known);
        for (int i = 0; i < known.size(); i++) {
            rows.addAll(List.of(rows(known.get(i).program(), known.get(i).title())));
            findSubPrograms(known.get(i).program(), known);
        }
        return rows.toArray(Object[][]::new);
    }

    private static void findSubPrograms(Program program, List<SubProgram> known) {
        for (Instruction i : program.instructions()) {
            if (i.p4() instanceof SubProgram found && !known.contains(found)) {
                known.add(found);
            }
        }
    }

    private static Object[][] rows(Program program, String title) {
        List<Instruction> code = program.instructions();
        Object[][] rows = new Object[code.size()][];
        for (int address = 0; address < rows.length; address++) {
            Instruction i = code.get(address);
            String p4 = i.opcode() == Opcode.Init ? title : p4(i.p4());
            String comment = comment(i, p4);
            rows[address] = new Object[] {
                (long) address,
                Text.of(i.opcode().name()),
                (long) i.p1(),
                (long) i.p2(),
                (long) i.p3(),
                p4.isEmpty() ? SqlNull.NULL : Text.of(p4),
                (long) i.p5(),
                comment.isEmpty() ? SqlNull.NULL : Text.of(comment)
            };
        }
        return rows;
    }

    /** One row per line of the plan: id, parent, notused, detail. */
    public static Object[][] queryPlan(Program program) {
        List<PlanLine> lines = program.queryPlan();
        Object[][] rows = new Object[lines.size()][];
        for (int i = 0; i < rows.length; i++) {
            PlanLine line = lines.get(i);
            rows[i] =
                    new Object[] {(long) line.id(), (long) line.parent(), 0L, Text.of(line.detail())
                    };
        }
        return rows;
    }

    /** P4 as SQLite shows it: {@code k(2,B,-NOCASE)}, {@code count(1)}, {@code BINARY-8}. */
    private static String p4(Object p4) {
        return switch (p4) {
            case null -> "";
            case KeyInfo keys -> keyInfo(keys);
            case FunctionCall call -> call.function().name() + "(" + call.argumentCount() + ")";
            case Collation collation -> collation.name() + "-8";
            case ScanPlan plan -> plan.index() + ":" + plan.text();
            default -> p4.toString();
        };
    }

    private static String keyInfo(KeyInfo keys) {
        StringBuilder text = new StringBuilder("k(").append(keys.fields().size());
        for (KeyField field : keys.fields()) {
            String name = field.collation().name();
            text.append(',')
                    .append(field.descending() ? "-" : "")
                    .append(field.bigNull() ? "N." : "")
                    .append(name.equals("BINARY") ? "B" : name);
        }
        return text.append(')').toString();
    }

    /** Returns the synopsis with the operands filled in. */
    private static String comment(Instruction i, String p4) {
        if (!i.comment().isEmpty()) {
            return i.comment();
        }
        String synopsis = i.opcode().synopsis;
        Matcher range = RANGE.matcher(synopsis);
        synopsis = range.replaceAll(match -> {
            int first = i.operand(Integer.parseInt(match.group(1)));
            int count =
                    i.operand(Integer.parseInt(match.group(2))) + (match.group(3) != null ? 1 : 0);
            return count <= 1 ? String.valueOf(first) : first + ".." + (first + count - 1);
        });
        return OPERAND.matcher(synopsis)
                .replaceAll(match -> match.group(1).equals("4")
                        ? Matcher.quoteReplacement(p4)
                        : String.valueOf(i.operand(Integer.parseInt(match.group(1)))));
    }
}
