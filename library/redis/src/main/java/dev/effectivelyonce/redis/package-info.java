/** The store in Redis or Valkey, over a client that the user gives. */
@NullMarked
package dev.effectivelyonce.redis;

import org.jspecify.annotations.NullMarked;
