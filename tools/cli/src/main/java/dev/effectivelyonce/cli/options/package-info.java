/** The options that commands share, and what they lead to. */
@NullMarked
package dev.effectivelyonce.cli.options;

import org.jspecify.annotations.NullMarked;
