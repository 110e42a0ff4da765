/** Sends the messages that wait in an outbox, and deletes them after they are sent. */
@NullMarked
package dev.effectivelyonce.outbox;

import org.jspecify.annotations.NullMarked;
