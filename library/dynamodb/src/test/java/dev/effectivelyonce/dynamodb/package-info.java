/** Tests of the store against DynamoDB Local, over HTTP. */
@NullMarked
package dev.effectivelyonce.dynamodb;

import org.jspecify.annotations.NullMarked;
