/** The backoff of failed events, and the longest outage that it covers. */
@NullMarked
package dev.effectivelyonce.core.retry;

import org.jspecify.annotations.NullMarked;
