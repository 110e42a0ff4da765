/** The commands. */
@NullMarked
package dev.effectivelyonce.local.cli;

import org.jspecify.annotations.NullMarked;
