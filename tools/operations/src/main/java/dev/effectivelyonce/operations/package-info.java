/** What operators do, without a terminal: the base of the command line, and of a console. */
@NullMarked
package dev.effectivelyonce.operations;

import org.jspecify.annotations.NullMarked;
