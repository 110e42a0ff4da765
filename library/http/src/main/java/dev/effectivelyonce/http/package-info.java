/** HTTP requests on Lambda, each handled once by its {@code Idempotency-Key}. */
@NullMarked
package dev.effectivelyonce.http;

import org.jspecify.annotations.NullMarked;
