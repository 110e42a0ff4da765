/** Tests of files. */
@NullMarked
package dev.effectivelyonce.operations.file;

import org.jspecify.annotations.NullMarked;
