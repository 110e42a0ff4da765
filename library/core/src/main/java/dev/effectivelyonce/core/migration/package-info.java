/** The move of a consumer's records from one store to another, while its messages flow. */
@NullMarked
package dev.effectivelyonce.core.migration;

import org.jspecify.annotations.NullMarked;
