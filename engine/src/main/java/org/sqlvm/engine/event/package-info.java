/** What happens inside, as events for Java Flight Recorder. */
package org.sqlvm.engine.event;
