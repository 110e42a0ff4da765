/** The identity of a business event: consumer, business key, record id and payload fingerprint. */
@NullMarked
package dev.effectivelyonce.core.key;

import org.jspecify.annotations.NullMarked;
