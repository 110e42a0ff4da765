/** Transfers between accounts in PostgreSQL, each booked once and numbered by the database. */
@NullMarked
package dev.effectivelyonce.functions.ledger;

import org.jspecify.annotations.NullMarked;
