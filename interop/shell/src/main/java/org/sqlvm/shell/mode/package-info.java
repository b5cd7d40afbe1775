/**
 * Output modes: how rows become text, and the settings that modes have. They write to a sink, and
 * know neither session nor database.
 */
package org.sqlvm.shell.mode;
