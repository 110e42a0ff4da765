/** The commands that list, show, save, discard and resend dead letters. */
@NullMarked
package dev.effectivelyonce.cli.deadletters;

import org.jspecify.annotations.NullMarked;
