/** The command that shows how consumers are, and the layout of what it sees. */
@NullMarked
package dev.effectivelyonce.cli.status;

import org.jspecify.annotations.NullMarked;
