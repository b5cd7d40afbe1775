package org.sqlvm.parquet;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;

import org.sqlvm.engine.virtual.files.Compression;

import java.io.IOException;
import java.io.InputStream;

/** Files compressed by zstd. */
public final class ZstdCompression implements Compression {
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
        return new ZstdInputStreamNoFinalizer(compressed);
    }
}
