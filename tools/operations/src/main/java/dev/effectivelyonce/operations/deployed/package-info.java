/** Reads what is deployed: queues, functions, tables and metrics. */
@NullMarked
package dev.effectivelyonce.operations.deployed;

import org.jspecify.annotations.NullMarked;
