/** The store in Redis or Valkey, which uses a client that the user provides. */
@NullMarked
package dev.effectivelyonce.redis;

import org.jspecify.annotations.NullMarked;
