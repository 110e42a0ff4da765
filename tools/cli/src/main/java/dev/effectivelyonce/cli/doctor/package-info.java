/** The command that checks a deployed stack, and the layout of what it finds. */
@NullMarked
package dev.effectivelyonce.cli.doctor;

import org.jspecify.annotations.NullMarked;
