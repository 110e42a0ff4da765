/** The deployed stack as seen through its outputs: queues, tables and functions. */
@NullMarked
package dev.effectivelyonce.integration.stack;

import org.jspecify.annotations.NullMarked;
