/** Batches of any source: their lanes of messages, and the disposition of each message. */
@NullMarked
package dev.effectivelyonce.batch;

import org.jspecify.annotations.NullMarked;
