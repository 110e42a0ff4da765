/** The command that checks templates, and the layouts of what it finds. */
@NullMarked
package dev.effectivelyonce.cli.check;

import org.jspecify.annotations.NullMarked;
