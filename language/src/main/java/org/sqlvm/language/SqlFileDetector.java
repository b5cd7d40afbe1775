package org.sqlvm.language;

import com.oracle.truffle.api.TruffleFile;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Knows SQL scripts by their name. */
public final class SqlFileDetector implements TruffleFile.FileTypeDetector {
    @Override
    public String findMimeType(TruffleFile file) throws IOException {
        String name = file.getName();
        return name != null && name.endsWith(".sql") ? SqlvmLanguage.MIME_TYPE : null;
    }

    @Override
    public Charset findEncoding(TruffleFile file) throws IOException {
        return StandardCharsets.UTF_8;
    }
}
