/** The command that replays dead letters, and what it asks and tells. */
@NullMarked
package dev.effectivelyonce.cli.replay;

import org.jspecify.annotations.NullMarked;
