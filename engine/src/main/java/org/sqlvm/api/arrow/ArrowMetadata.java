package org.sqlvm.api.arrow;

import java.util.List;

/**
 * The metadata of Arrow's formats (arrow.apache.org/docs/format/Columnar.html, and the files
 * Schema.fbs, Message.fbs and File.fbs there). Numbers of fields are those of these files.
 */
final class ArrowMetadata {
    private static final short VERSION_5 = 4;
    /** Kinds of a message. */
    private static final byte SCHEMA = 1;

    private static final byte RECORD_BATCH = 3;
    private static final int STRUCT_SIZE = 2 * Long.BYTES;
    private static final int BLOCK_SIZE = 3 * Long.BYTES;

    private ArrowMetadata() {}

    /** A column. */
    record Field(String name, ColumnType type) {}

    /**
     * A part of a record batch's body.
     *
     * @param offset in the body
     */
    record Part(long offset, long length) {}

    /** A column of a record batch. */
    record Node(long length, long nullCount) {}

    /**
     * Where a record batch is in a file.
     *
     * @param metadataLength with what stands before the metadata
     */
    record Block(long offset, int metadataLength, long bodyLength) {}

    static byte[] schemaMessage(List<Field> fields) {
        FlatBuffer buffer = new FlatBuffer();
        return message(buffer, SCHEMA, schema(buffer, fields), 0);
    }

    private static byte[] message(FlatBuffer buffer, byte kind, int header, long bodyLength) {
        buffer.beginTable(4);
        buffer.field(3, bodyLength).reference(2, header).field(1, kind).field(0, VERSION_5);
        return buffer.finish(buffer.endTable());
    }

    private static int schema(FlatBuffer buffer, List<Field> fields) {
        int[] places = new int[fields.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = field(buffer, fields.get(i));
        }
        int vector = buffer.vector(places);
        buffer.beginTable(2);
        // Little-endian is the default.
        buffer.reference(1, vector);
        return buffer.endTable();
    }

    private static int field(FlatBuffer buffer, Field field) {
        int name = buffer.string(field.name());
        int type = type(buffer, field.type());
        int children = buffer.vector(new int[0]);
        buffer.beginTable(6);
        buffer.reference(5, children).reference(3, type);
        buffer.reference(0, name).field(2, field.type().code()).field(1, true);
        return buffer.endTable();
    }

    private static int type(FlatBuffer buffer, ColumnType type) {
        switch (type) {
            case INTEGER -> {
                buffer.beginTable(2);
                buffer.field(0, Long.SIZE).field(1, true);
            }
            case REAL -> {
                buffer.beginTable(1);
                // DOUBLE.
                buffer.field(0, (short) 2);
            }
            case NULL, TEXT, BLOB -> buffer.beginTable(0);
        }
        return buffer.endTable();
    }

    static byte[] batchMessage(long rowCount, List<Node> nodes, List<Part> parts, long bodyLength) {
        FlatBuffer buffer = new FlatBuffer();
        buffer.beginStructs(parts.size(), STRUCT_SIZE);
        for (Part part : parts.reversed()) {
            buffer.addLong(part.length());
            buffer.addLong(part.offset());
        }
        int partVector = buffer.endStructs(parts.size());
        buffer.beginStructs(nodes.size(), STRUCT_SIZE);
        for (Node node : nodes.reversed()) {
            buffer.addLong(node.nullCount());
            buffer.addLong(node.length());
        }
        int nodeVector = buffer.endStructs(nodes.size());
        buffer.beginTable(3);
        buffer.field(0, rowCount).reference(1, nodeVector).reference(2, partVector);
        return message(buffer, RECORD_BATCH, buffer.endTable(), bodyLength);
    }

    /** Returns the footer of a file. */
    static byte[] footer(List<Field> fields, List<Block> blocks) {
        FlatBuffer buffer = new FlatBuffer();
        buffer.beginStructs(blocks.size(), BLOCK_SIZE);
        for (Block block : blocks.reversed()) {
            buffer.addLong(block.bodyLength());
            buffer.addPaddedInt(block.metadataLength());
            buffer.addLong(block.offset());
        }
        int batches = buffer.endStructs(blocks.size());
        buffer.beginStructs(0, BLOCK_SIZE);
        int dictionaries = buffer.endStructs(0);
        int schema = schema(buffer, fields);
        buffer.beginTable(4);
        buffer.reference(1, schema).reference(2, dictionaries).reference(3, batches);
        buffer.field(0, VERSION_5);
        return buffer.finish(buffer.endTable());
    }
}
