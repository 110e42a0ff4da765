/** What can go wrong, and the exit code of each. */
@NullMarked
package dev.effectivelyonce.cli.problem;

import org.jspecify.annotations.NullMarked;
