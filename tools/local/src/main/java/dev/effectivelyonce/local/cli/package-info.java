/** The command line: keeps the system up, or invokes a function once. */
@NullMarked
package dev.effectivelyonce.local.cli;

import org.jspecify.annotations.NullMarked;
