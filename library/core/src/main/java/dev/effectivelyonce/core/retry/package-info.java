/** How failed events come back, and how long an outage they survive by it. */
@NullMarked
package dev.effectivelyonce.core.retry;

import org.jspecify.annotations.NullMarked;
