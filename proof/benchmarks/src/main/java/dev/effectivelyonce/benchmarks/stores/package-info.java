/** The stores side by side, each in a server of its own. */
@NullMarked
package dev.effectivelyonce.benchmarks.stores;

import org.jspecify.annotations.NullMarked;
