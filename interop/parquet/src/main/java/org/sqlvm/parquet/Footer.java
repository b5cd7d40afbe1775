package org.sqlvm.parquet;

import java.util.ArrayList;
import java.util.List;

/** The metadata at the end of a file (github.com/apache/parquet-format, {@code parquet.thrift}). */
final class Footer {
    /** Deeper than any schema that a program makes. */
    private static final int DEPTH_MAX = 40;

    /** A column of a group of rows. */
    static final class Chunk {
        Physical physical;
        int codec;
        long values;
        long size;
        long dataAt;
        long dictionaryAt;
        boolean elsewhere;

        /** Whether the pages are encrypted, though the footer is not. */
        boolean encrypted;

        byte[] least;
        byte[] greatest;

        /** Whether they are ordered as values are, and not as bytes with signs. */
        boolean ordered;

        /** Where its pages begin. */
        long begin() {
            return dictionaryAt > 0 && dictionaryAt < dataAt ? dictionaryAt : dataAt;
        }
    }

    static final class Group {
        long rows;
        final List<Chunk> chunks = new ArrayList<>();
    }

    final Node root;
    final List<Node> columns = new ArrayList<>();
    final List<Group> groups = new ArrayList<>();
    long rows;

    private final List<Node> elements = new ArrayList<>();
    private int taken;

    /**
     * Reads it.
     *
     * @param dataEnd where it begins in the file
     */
    Footer(byte[] bytes, long dataEnd) {
        Thrift in = new Thrift(bytes, 0, bytes.length);
        in.struct(id -> {
            switch (id) {
                case 2 -> in.list(() -> elements.add(element(in)));
                case 3 -> rows = in.number();
                case 4 -> in.list(() -> groups.add(group(in)));
                default -> in.skip();
            }
        });
        root = tree(0, 0, 0);
        if (taken != elements.size() || root.isColumn()) {
            throw ParquetException.damaged("the schema");
        }
        check(dataEnd);
    }

    private void check(long dataEnd) {
        long sum = 0;
        for (Group group : groups) {
            boolean right = group.rows >= 0 && group.chunks.size() == columns.size();
            for (int i = 0; right && i < columns.size(); i++) {
                Chunk chunk = group.chunks.get(i);
                Node column = columns.get(i);
                // A group without rows has no pages, so their offsets do not matter.
                right = chunk.physical == column.physical
                        && ((group.rows == 0 && chunk.values == 0)
                                || (chunk.begin() >= Integer.BYTES
                                        && chunk.size >= 0
                                        && chunk.size <= dataEnd - chunk.begin()))
                        && (column.repetitions == 0
                                ? chunk.values == group.rows
                                : chunk.values >= group.rows);
                if (chunk.elsewhere) {
                    throw new ParquetException("columns in other files cannot be read");
                }
            }
            sum += group.rows;
            if (!right || sum < 0) {
                throw ParquetException.damaged("a group of rows");
            }
        }
        if (sum != rows) {
            throw ParquetException.damaged(sum + " rows, not " + rows);
        }
    }

    private Node tree(int depth, int definition, int repetitions) {
        if (taken == elements.size() || depth > DEPTH_MAX) {
            throw ParquetException.damaged("the schema");
        }
        Node node = elements.get(taken++);
        boolean top = depth == 0;
        node.definition = definition + (top || node.repetition == Node.REQUIRED ? 0 : 1);
        node.repetitions = repetitions + (!top && node.repetition == Node.REPEATED ? 1 : 0);
        node.column = columns.size();
        if (node.isColumn()) {
            if (node.physical == Physical.FIXED && node.size <= 0) {
                throw ParquetException.damaged("values of size " + node.size);
            }
            columns.add(node);
        } else {
            for (int i = 0; i < node.childCount; i++) {
                node.children.add(tree(depth + 1, node.definition, node.repetitions));
            }
            if (node.children.isEmpty()) {
                throw ParquetException.damaged("a group without columns");
            }
        }
        node.columnCount = columns.size() - node.column;
        return node;
    }

    private static Node element(Thrift in) {
        Node node = new Node();
        int[] converted = {-1};
        boolean[] logical = {false};
        in.struct(id -> {
            switch (id) {
                case 1 -> node.physical = Physical.of(in.integer());
                case 2 -> node.size = in.integer();
                case 3 -> node.repetition = in.integer();
                case 4 -> node.name = in.string();
                case 5 -> node.childCount = in.integer();
                case 6 -> converted[0] = in.integer();
                case 7 -> node.scale = in.integer();
                case 8 -> node.precision = in.integer();
                case 10 -> {
                    logical[0] = true;
                    in.struct(type -> logical(in, node, type));
                }
                default -> in.skip();
            }
        });
        if (node.childCount > 0) {
            node.physical = null;
        }
        if (!logical[0]) {
            convert(node, converted[0]);
        }
        if (node.meaning == Node.Meaning.PLAIN
                && (node.physical == Physical.BYTE_ARRAY || node.physical == Physical.FIXED)) {
            node.meaning = Node.Meaning.BYTES;
        }
        if (!fits(node)) {
            throw ParquetException.damaged("the type of column " + node.name);
        }
        return node;
    }

    /** Whether values of a physical type can have their logical type. */
    private static boolean fits(Node node) {
        Physical physical = node.physical;
        return switch (node.meaning) {
            case PLAIN -> true;
            case LIST, MAP -> physical == null;
            case TEXT, BYTES -> physical == Physical.BYTE_ARRAY || physical == Physical.FIXED;
            case UUID -> physical == Physical.FIXED && node.size == 16;
            case FLOAT16 -> physical == Physical.FIXED && node.size == 2;
            case DATE -> physical == Physical.INT32;
            case UNSIGNED, TIME -> physical == Physical.INT32 || physical == Physical.INT64;
            case TIMESTAMP -> physical == Physical.INT64;
            case DECIMAL ->
                node.scale >= 0
                        && node.scale <= 1000
                        && physical != null
                        && switch (physical) {
                            case INT32, INT64, BYTE_ARRAY, FIXED -> true;
                            default -> false;
                        };
        };
    }

    private static void logical(Thrift in, Node node, int type) {
        switch (type) {
            case 1, 4, 12 -> node.meaning = Node.Meaning.TEXT;
            case 2 -> node.meaning = Node.Meaning.MAP;
            case 3 -> node.meaning = Node.Meaning.LIST;
            case 6 -> node.meaning = Node.Meaning.DATE;
            case 14 -> node.meaning = Node.Meaning.UUID;
            case 15 -> node.meaning = Node.Meaning.FLOAT16;
            case 5 -> {
                node.meaning = Node.Meaning.DECIMAL;
                in.struct(id -> {
                    switch (id) {
                        case 1 -> node.scale = in.integer();
                        case 2 -> node.precision = in.integer();
                        default -> in.skip();
                    }
                });
                return;
            }
            case 7, 8 -> {
                node.meaning = type == 7 ? Node.Meaning.TIME : Node.Meaning.TIMESTAMP;
                in.struct(id -> {
                    if (id == 2) {
                        in.struct(unit -> {
                            node.unitsPerSecond =
                                    unit == 1 ? 1_000 : unit == 2 ? 1_000_000 : 1_000_000_000;
                            in.skip();
                        });
                    } else {
                        in.skip();
                    }
                });
                if (node.unitsPerSecond == 0) {
                    throw ParquetException.damaged("a time without a unit");
                }
                return;
            }
            case 10 -> {
                in.struct(id -> {
                    if (id == 2) {
                        node.meaning = in.bool() ? Node.Meaning.PLAIN : Node.Meaning.UNSIGNED;
                    } else {
                        in.skip();
                    }
                });
                return;
            }
            default -> {}
        }
        in.skip();
    }

    /** The types of older files. */
    private static void convert(Node node, int type) {
        switch (type) {
            case 0, 4, 19 -> node.meaning = Node.Meaning.TEXT;
            case 1, 2 -> node.meaning = Node.Meaning.MAP;
            case 3 -> node.meaning = Node.Meaning.LIST;
            case 5 -> node.meaning = Node.Meaning.DECIMAL;
            case 6 -> node.meaning = Node.Meaning.DATE;
            case 7, 8 -> {
                node.meaning = Node.Meaning.TIME;
                node.unitsPerSecond = type == 7 ? 1_000 : 1_000_000;
            }
            case 9, 10 -> {
                node.meaning = Node.Meaning.TIMESTAMP;
                node.unitsPerSecond = type == 9 ? 1_000 : 1_000_000;
            }
            case 11, 12, 13, 14 -> node.meaning = Node.Meaning.UNSIGNED;
            default -> {}
        }
        if (node.meaning == Node.Meaning.MAP && node.isColumn()) {
            node.meaning = Node.Meaning.PLAIN;
        }
    }

    private static Group group(Thrift in) {
        Group group = new Group();
        in.struct(id -> {
            switch (id) {
                case 1 -> in.list(() -> group.chunks.add(chunk(in)));
                case 3 -> group.rows = in.number();
                default -> in.skip();
            }
        });
        return group;
    }

    private static Chunk chunk(Thrift in) {
        Chunk chunk = new Chunk();
        in.struct(id -> {
            switch (id) {
                case 1 -> {
                    in.skip();
                    chunk.elsewhere = true;
                }
                case 3 -> in.struct(field -> metaData(in, chunk, field));
                case 8 -> {
                    in.skip();
                    chunk.encrypted = true;
                }
                default -> in.skip();
            }
        });
        if (chunk.physical == null) {
            throw new ParquetException("encrypted columns cannot be read");
        }
        return chunk;
    }

    private static void metaData(Thrift in, Chunk chunk, int field) {
        switch (field) {
            case 1 -> chunk.physical = Physical.of(in.integer());
            case 4 -> chunk.codec = in.integer();
            case 5 -> chunk.values = in.number();
            case 7 -> chunk.size = in.number();
            case 9 -> chunk.dataAt = in.number();
            case 11 -> chunk.dictionaryAt = in.number();
            case 12 -> in.struct(id -> statistics(in, chunk, id));
            default -> in.skip();
        }
    }

    private static void statistics(Thrift in, Chunk chunk, int id) {
        switch (id) {
            case 1 -> chunk.greatest = chunk.ordered ? keep(in, chunk.greatest) : in.binary();
            case 2 -> chunk.least = chunk.ordered ? keep(in, chunk.least) : in.binary();
            case 5 -> {
                chunk.least = chunk.ordered ? chunk.least : null;
                chunk.ordered = true;
                chunk.greatest = in.binary();
            }
            case 6 -> {
                chunk.greatest = chunk.ordered ? chunk.greatest : null;
                chunk.ordered = true;
                chunk.least = in.binary();
            }
            default -> in.skip();
        }
    }

    private static byte[] keep(Thrift in, byte[] known) {
        in.skip();
        return known;
    }
}
