/** Stores beside DynamoDB, which the configuration names by a URL. */
@NullMarked
package dev.effectivelyonce.operations.store;

import org.jspecify.annotations.NullMarked;
