/** Objects that other languages see: databases, statements, results and rows. */
package org.sqlvm.language.interop;
