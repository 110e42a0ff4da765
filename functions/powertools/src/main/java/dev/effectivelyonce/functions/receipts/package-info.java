/**
 * Receipts of orders from a standard queue, each written once, by a method with Powertools'
 * annotation.
 */
@NullMarked
package dev.effectivelyonce.functions.receipts;

import org.jspecify.annotations.NullMarked;
