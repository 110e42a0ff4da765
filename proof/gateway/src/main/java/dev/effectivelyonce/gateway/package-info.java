/** A stand-in for a payment gateway: an HTTP server with faults on demand and a ledger. */
@NullMarked
package dev.effectivelyonce.gateway;

import org.jspecify.annotations.NullMarked;
