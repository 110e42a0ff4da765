/** The store in PostgreSQL tables, and effects of a handler in the record's own transaction. */
@NullMarked
package dev.effectivelyonce.postgres;

import org.jspecify.annotations.NullMarked;
