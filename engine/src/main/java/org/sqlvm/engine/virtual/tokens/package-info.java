/** Tokenizers of full-text tables, which split a text into tokens, byte for byte as SQLite's. */
package org.sqlvm.engine.virtual.tokens;
