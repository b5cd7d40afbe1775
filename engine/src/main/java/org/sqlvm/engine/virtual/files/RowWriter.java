package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FormatWriter;

/** One of the engine's own, whose values are as in registers, and valid until the call returns. */
public interface RowWriter extends FormatWriter {}
