package org.sqlvm.parquet;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;

import org.sqlvm.engine.advice.Distribution;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.files.Compression;

import java.io.IOException;
import java.io.InputStream;

/** Files compressed by zstd. */
public final class ZstdCompression implements Compression {
    /** Returns the message that classes or native code of the library are not found. */
    static String missing() {
        return Distribution.present().missing("zstd", "com.github.luben:zstd-jni");
    }

    @Override
    public String name() {
        return "zstd";
    }

    @Override
    public String extension() {
        return ".zst";
    }

    @Override
    public InputStream open(InputStream compressed) throws IOException {
        try {
            return new ZstdInputStreamNoFinalizer(compressed);
        } catch (LinkageError _) {
            throw SqlException.error(missing());
        }
    }
}
