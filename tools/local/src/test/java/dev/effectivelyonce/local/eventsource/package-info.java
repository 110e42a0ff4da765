/** Queues that trigger functions in processes. */
@NullMarked
package dev.effectivelyonce.local.eventsource;

import org.jspecify.annotations.NullMarked;
