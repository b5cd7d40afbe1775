package org.sqlvm.bench.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Each part gives the same in every engine. */
@Tag("full")
class PartTest {
    private static final int UNITS = 3;

    @TempDir
    Path folder;

    @Test
    void enginesAgree() throws SQLException {
        Map<Part, List<Long>> sqlite = answers(Subject.SQLITE);
        answers(Subject.OPTIMIZING).forEach((part, all) -> assertEquals(sqlite.get(part), all));
        answers(Subject.H2).forEach((part, all) -> assertEquals(sqlite.get(part), all));
    }

    private Map<Part, List<Long>> answers(Subject subject) throws SQLException {
        Map<Part, List<Long>> answers = new LinkedHashMap<>();
        try (Part.Place place = Part.Place.load(subject, folder)) {
            for (Part part : Part.values()) {
                if (part.runsOn(subject)) {
                    try (Work work = part.start(place)) {
                        List<Long> all = new ArrayList<>();
                        for (int i = 0; i < UNITS; i++) {
                            all.add(work.run(i));
                        }
                        answers.put(part, all);
                    }
                }
            }
        }
        return answers;
    }
}
