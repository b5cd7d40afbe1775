package org.sqlvm.engine.virtual.tokens;

import java.util.List;
import java.util.Locale;

/** {@code trigram}: every three characters that follow each other. */
public final class TrigramTokenizer implements Tokenizer {
    private static final int SIZE = 3;
    private static final int MAX_BYTES = 4;

    private boolean folds = true;
    private int marks = Unicode61.KEEP_MARKS;

    private TrigramTokenizer() {}

    /**
     * Makes a tokenizer.
     *
     * @throws org.sqlvm.engine.error.SqlException if it does not know an argument
     */
    public static TrigramTokenizer create(List<String> arguments) {
        if (arguments.size() % 2 != 0) {
            throw Tokenizers.badArgument();
        }
        TrigramTokenizer tokenizer = new TrigramTokenizer();
        for (int i = 0; i < arguments.size(); i += 2) {
            tokenizer.set(arguments.get(i).toLowerCase(Locale.ROOT), arguments.get(i + 1));
        }
        if (tokenizer.marks != Unicode61.KEEP_MARKS && !tokenizer.folds) {
            throw Tokenizers.badArgument();
        }
        return tokenizer;
    }

    private void set(String option, String value) {
        switch (option) {
            case "case_sensitive" -> {
                if (!value.equals("0") && !value.equals("1")) {
                    throw Tokenizers.badArgument();
                }
                folds = value.equals("0");
            }
            case "remove_diacritics" -> {
                boolean keep = UnicodeTokenizer.marks(value) == Unicode61.KEEP_MARKS;
                marks = keep ? Unicode61.KEEP_MARKS : Unicode61.REMOVE_ALL;
            }
            default -> throw Tokenizers.badArgument();
        }
    }

    @Override
    public Pattern pattern() {
        if (marks != Unicode61.KEEP_MARKS) {
            return Pattern.NONE;
        }
        return folds ? Pattern.LIKE : Pattern.GLOB;
    }

    @Override
    public void tokenize(
            byte[] text, int start, int length, int reason, byte[] locale, TokenSink sink) {
        Characters characters = new Characters(text, start, length);
        int[] codes = new int[SIZE];
        int[] starts = new int[SIZE];
        byte[] token = new byte[SIZE * MAX_BYTES];
        int count = 0;
        while (true) {
            int code = 0;
            int at = characters.position();
            while (code == 0 && !characters.atEnd()) {
                at = characters.position();
                code = characters.next();
                code = folds ? Unicode61.fold(code, marks) : code;
            }
            if (code == 0) {
                at = start + length;
            }
            if (count == SIZE) {
                int size = 0;
                for (int one : codes) {
                    size = Characters.write(token, size, one);
                }
                sink.token(token, 0, size, 0, starts[0] - start, at - start);
                System.arraycopy(codes, 1, codes, 0, SIZE - 1);
                System.arraycopy(starts, 1, starts, 0, SIZE - 1);
                count--;
            }
            if (code == 0) {
                return;
            }
            codes[count] = code;
            starts[count++] = at;
        }
    }
}
