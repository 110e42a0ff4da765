/** The file that says which consumers there are. */
@NullMarked
package dev.effectivelyonce.cli.config;

import org.jspecify.annotations.NullMarked;
