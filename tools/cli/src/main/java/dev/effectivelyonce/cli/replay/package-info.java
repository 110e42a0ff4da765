/** Commands on dead letters: replay, and what a replay would do. */
@NullMarked
package dev.effectivelyonce.cli.replay;

import org.jspecify.annotations.NullMarked;
