/** Dead letters, and what their records mean. */
@NullMarked
package dev.effectivelyonce.operations.deadletters;

import org.jspecify.annotations.NullMarked;
