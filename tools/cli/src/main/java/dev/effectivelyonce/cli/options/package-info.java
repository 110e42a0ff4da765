/** The options that commands share, and the session that they open. */
@NullMarked
package dev.effectivelyonce.cli.options;

import org.jspecify.annotations.NullMarked;
