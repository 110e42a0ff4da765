/** What the Lambda handlers of all consumers share. */
@NullMarked
package dev.effectivelyonce.functions.consumer;

import org.jspecify.annotations.NullMarked;
