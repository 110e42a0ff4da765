/** Tests of the ledger on a real server. */
@NullMarked
package dev.effectivelyonce.functions.ledger;

import org.jspecify.annotations.NullMarked;
