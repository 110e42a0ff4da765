package dev.effectivelyonce.functions.readme;

import com.amazonaws.services.lambda.runtime.Context;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** What docs/any-function.md shows of calling an {@link EffectivelyOnce}. */
record Shipping(UnaryOperator<String> shipments) {
  /** What is shipped. */
  record Order(String id) {}

  Outcome told(EffectivelyOnce once, Order order, Context context) {
    OnceRequest time = OnceRequest.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
    Outcome outcome = once.run(BusinessKey.of(order.id()), time, () -> ship(order));
    return outcome;
  }

  Outcome committed(EffectivelyOnce once, BusinessKey key, OnceRequest time, UnitOfWork row) {
    Outcome outcome = once.run(key, time, attempt -> HandlerResult.commit(row));
    return outcome;
  }

  private String ship(Order order) {
    return shipments.apply(order.id());
  }
}
