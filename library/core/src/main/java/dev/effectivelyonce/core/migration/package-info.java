/** Moves a consumer's records from one store to another while it handles messages. */
@NullMarked
package dev.effectivelyonce.core.migration;

import org.jspecify.annotations.NullMarked;
