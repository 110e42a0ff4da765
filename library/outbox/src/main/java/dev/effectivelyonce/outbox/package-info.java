/** Sends the messages that wait in an outbox table, and deletes them when they are sent. */
@NullMarked
package dev.effectivelyonce.outbox;

import org.jspecify.annotations.NullMarked;
