/**
 * What tests of a consumer or of a store need: an in-memory store, faults, a clock, the contract.
 */
@NullMarked
package dev.effectivelyonce.testkit;

import org.jspecify.annotations.NullMarked;
