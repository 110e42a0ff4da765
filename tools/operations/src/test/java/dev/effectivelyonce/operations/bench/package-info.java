/**
 * What tests of operations and of those who stand on them work with: engines, records, answers of
 * AWS.
 */
@NullMarked
package dev.effectivelyonce.operations.bench;

import org.jspecify.annotations.NullMarked;
