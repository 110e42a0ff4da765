/** Tests of the PostgreSQL store, on a PostgreSQL of their own. */
@NullMarked
package dev.effectivelyonce.postgres;

import org.jspecify.annotations.NullMarked;
