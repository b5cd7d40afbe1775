package org.sqlvm.arrow.files;

import org.sqlvm.arrow.files.FileField.Kind;

/** Types as the format strings of Arrow's C data interface name them. */
final class FormatText {
    private FormatText() {}

    /** The type of a field that a format names; members of a union are added by it, too. */
    static void describe(FileField field, String format) {
        switch (format) {
            case "n" -> field.become(Kind.NULL, 0);
            case "b" -> field.become(Kind.BOOL, 1);
            case "c" -> field.become(Kind.INT, 8);
            case "C" -> field.become(Kind.UNSIGNED, 8);
            case "s" -> field.become(Kind.INT, 16);
            case "S" -> field.become(Kind.UNSIGNED, 16);
            case "i" -> field.become(Kind.INT, 32);
            case "I" -> field.become(Kind.UNSIGNED, 32);
            case "l" -> field.become(Kind.INT, 64);
            case "L" -> field.become(Kind.UNSIGNED, 64);
            case "e" -> field.become(Kind.REAL, 16);
            case "f" -> field.become(Kind.REAL, 32);
            case "g" -> field.become(Kind.REAL, 64);
            case "u" -> field.become(Kind.TEXT, Integer.SIZE);
            case "U" -> field.become(Kind.TEXT, Long.SIZE);
            case "z" -> field.become(Kind.BYTES, Integer.SIZE);
            case "Z" -> field.become(Kind.BYTES, Long.SIZE);
            case "vu" -> field.become(Kind.TEXT_VIEW, 128);
            case "vz" -> field.become(Kind.BYTES_VIEW, 128);
            case "tdD" -> field.become(Kind.DATE, Integer.SIZE);
            case "tdm" -> field.become(Kind.DATE, Long.SIZE);
            case "tiM" -> field.become(Kind.FIXED, 32);
            case "tiD" -> field.become(Kind.FIXED, 64);
            case "tin" -> field.become(Kind.FIXED, 128);
            case "+l" -> field.become(Kind.LIST, Integer.SIZE);
            case "+L" -> field.become(Kind.LIST, Long.SIZE);
            case "+s" -> field.become(Kind.STRUCT, 0);
            case "+m" -> field.become(Kind.MAP, Integer.SIZE);
            default -> describeLonger(field, format);
        }
    }

    private static void describeLonger(FileField field, String format) {
        if (format.matches("tt[smun]")) {
            boolean isLong = "un".indexOf(format.charAt(2)) >= 0;
            field.become(Kind.TIME, isLong ? Long.SIZE : Integer.SIZE);
            field.unitsPerSecond = unitsPerSecond(format.charAt(2));
        } else if (format.matches("(?s)ts[smun]:.*")) {
            field.become(Kind.TIMESTAMP, Long.SIZE);
            field.unitsPerSecond = unitsPerSecond(format.charAt(2));
        } else if (format.matches("tD[smun]")) {
            field.become(Kind.INT, Long.SIZE);
        } else if (format.matches("w:\\d{1,8}")) {
            field.become(Kind.FIXED, Byte.SIZE * number(format, 2));
        } else if (format.matches("\\+w:\\d{1,8}")) {
            field.become(Kind.FIXED_LIST, 0);
            field.size = number(format, 3);
        } else if (format.matches("d:\\d{1,3},-?\\d{1,3}(,(32|64|128|256))?")) {
            String[] parts = format.substring(2).split(",");
            field.become(Kind.DECIMAL, parts.length < 3 ? 128 : Integer.parseInt(parts[2]));
            field.scale = Integer.parseInt(parts[1]);
        } else if (format.matches("\\+u[ds]:[\\d,]*")) {
            field.become(Kind.UNION, Byte.SIZE);
            field.dense = format.charAt(2) == 'd';
            for (String member : format.substring(4).split(",")) {
                field.members.put(member.isEmpty() ? 0 : number(member, 0), field.members.size());
            }
        } else {
            throw new DamagedException(
                    "column " + field.name + " is of a type that cannot be read: " + format);
        }
    }

    private static int number(String text, int from) {
        return Integer.parseInt(text.substring(from));
    }

    private static long unitsPerSecond(char unit) {
        return switch (unit) {
            case 's' -> 1;
            case 'm' -> 1_000;
            case 'u' -> 1_000_000;
            default -> 1_000_000_000;
        };
    }
}
