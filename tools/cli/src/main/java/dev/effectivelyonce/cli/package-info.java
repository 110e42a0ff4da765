/** The operator's command line: the entry point. */
@NullMarked
package dev.effectivelyonce.cli;

import org.jspecify.annotations.NullMarked;
