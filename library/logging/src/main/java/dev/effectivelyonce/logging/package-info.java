/** An SLF4J provider for Lambda functions that loads little when a function starts. */
@NullMarked
package dev.effectivelyonce.logging;

import org.jspecify.annotations.NullMarked;
