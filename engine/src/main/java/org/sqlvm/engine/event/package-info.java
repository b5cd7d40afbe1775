/** Events for Java Flight Recorder. */
package org.sqlvm.engine.event;
