/** The JSON trees of results, which scripts and consoles share. */
@NullMarked
package dev.effectivelyonce.operations.json;

import org.jspecify.annotations.NullMarked;
