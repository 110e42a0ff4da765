/** Wall time beside Powertools at Lambda's shares of a processor, over both engines. */
@NullMarked
package dev.effectivelyonce.benchmarks.shares;

import org.jspecify.annotations.NullMarked;
