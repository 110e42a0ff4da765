/** The file that says which consumers there are. */
@NullMarked
package dev.effectivelyonce.operations.config;

import org.jspecify.annotations.NullMarked;
