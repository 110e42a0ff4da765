/** The engines, each in a process of its own, and clients of them. */
@NullMarked
package dev.effectivelyonce.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
