/**
 * The store in PostgreSQL tables, which can write the effects of a handler in the record's own
 * transaction.
 */
@NullMarked
package dev.effectivelyonce.postgres;

import org.jspecify.annotations.NullMarked;
