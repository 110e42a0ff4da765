package dev.effectivelyonce.powertools;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import software.amazon.lambda.powertools.idempotency.IdempotencyKey;
import software.amazon.lambda.powertools.idempotency.Idempotent;

/** Methods as users annotate them, whose effect each test gives. */
class Shop {
  @Idempotent
  String place(@IdempotencyKey Object orderId, Callable<String> effect) throws Exception {
    return effect.call();
  }

  @Idempotent
  String bill(@IdempotencyKey Object orderId, Callable<String> effect) throws Exception {
    return effect.call();
  }

  @Idempotent
  @Nullable Receipt pay(@IdempotencyKey Payment payment, Callable<@Nullable Receipt> effect)
      throws Exception {
    return effect.call();
  }

  @Idempotent
  Object anything(@IdempotencyKey Object key, Callable<Object> effect) throws Exception {
    return effect.call();
  }
}
