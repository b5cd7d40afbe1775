package org.sqlvm.server.http;

import org.sqlvm.api.Counters;

/**
 * Writes counters of a statement as an object of JSON. Times are in nanoseconds. It is a single
 * line, so that a reader of rows knows where they end.
 */
final class CountersText {
    private final JsonText text;

    CountersText(JsonText text) {
        this.text = text;
    }

    void write(Counters counters) {
        text.raw("{\"timeNs\":").integer(counters.timeNs());
        text.raw(",\"rows\":").integer(counters.rows());
        text.raw(",\"restarted\":" + counters.restarted());
        text.raw(",\"vectors\":" + counters.vectors());
        text.raw(",\"compiled\":" + counters.compiled());
        text.raw(",\"steps\":[");
        String before = "";
        for (Counters.Step step : counters.steps()) {
            text.raw(before);
            write(step);
            before = ",";
        }
        text.raw("],\"instructions\":[");
        before = "";
        for (Counters.Instruction instruction : counters.instructions()) {
            text.raw(before);
            write(instruction);
            before = ",";
        }
        text.raw("]}");
    }

    private void write(Counters.Step step) {
        text.raw("{\"id\":").integer(step.id());
        text.raw(",\"parent\":").integer(step.parent());
        text.raw(",\"detail\":").string(step.detail());
        text.raw(",\"counts\":{");
        String before = "";
        for (var count : step.counts().entrySet()) {
            text.raw(before).string(count.getKey()).raw(":").integer(count.getValue());
            before = ",";
        }
        text.raw("}}");
    }

    private void write(Counters.Instruction instruction) {
        text.raw("{\"addr\":").integer(instruction.address());
        text.raw(",\"opcode\":").string(instruction.opcode());
        text.raw(",\"p1\":").integer(instruction.p1());
        text.raw(",\"p2\":").integer(instruction.p2());
        text.raw(",\"p3\":").integer(instruction.p3());
        writeOptional("p4", instruction.p4());
        text.raw(",\"p5\":").integer(instruction.p5());
        writeOptional("comment", instruction.comment());
        text.raw(",\"executions\":").integer(instruction.executions());
        text.raw(",\"timeNs\":").integer(instruction.timeNs());
        text.raw("}");
    }

    private void writeOptional(String name, String value) {
        text.raw(",").string(name).raw(":");
        if (value == null) {
            text.raw("null");
        } else {
            text.string(value);
        }
    }
}
