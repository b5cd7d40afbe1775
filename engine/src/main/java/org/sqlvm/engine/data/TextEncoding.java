package org.sqlvm.engine.data;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** How a database file stores TEXT: header offset 56 (file-format section 1.3.13). */
public enum TextEncoding {
    UTF8(1, StandardCharsets.UTF_8, "UTF-8"),
    UTF16LE(2, StandardCharsets.UTF_16LE, "UTF-16le"),
    UTF16BE(3, StandardCharsets.UTF_16BE, "UTF-16be");

    /** The number in the file's header. */
    public final int code;

    public final Charset charset;

    /** The encoding's name in PRAGMA encoding. */
    public final String pragmaName;

    TextEncoding(int code, Charset charset, String pragmaName) {
        this.code = code;
        this.charset = charset;
        this.pragmaName = pragmaName;
    }
}
