/** Batches of any source: lanes of messages, and what becomes of each message. */
@NullMarked
package dev.effectivelyonce.batch;

import org.jspecify.annotations.NullMarked;
