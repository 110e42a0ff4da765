/** The heap that a process needs, however many messages it handles. */
@NullMarked
package dev.effectivelyonce.benchmarks.heap;

import org.jspecify.annotations.NullMarked;
