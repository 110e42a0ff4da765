/** The options that every command of the runner has. */
@NullMarked
package dev.effectivelyonce.local.options;

import org.jspecify.annotations.NullMarked;
