/** The exit code of each problem, and its text. */
@NullMarked
package dev.effectivelyonce.cli.problem;

import org.jspecify.annotations.NullMarked;
