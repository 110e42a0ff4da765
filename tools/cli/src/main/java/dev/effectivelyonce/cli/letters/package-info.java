/** The options, progress and lines of commands that work on dead letters. */
@NullMarked
package dev.effectivelyonce.cli.letters;

import org.jspecify.annotations.NullMarked;
