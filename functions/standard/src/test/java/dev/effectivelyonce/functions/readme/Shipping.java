package dev.effectivelyonce.functions.readme;

import com.amazonaws.services.lambda.runtime.Context;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** What docs/any-function.md shows of making an {@link EffectivelyOnce}, and of calling it. */
record Shipping(UnaryOperator<String> shipments) {
  /** What is shipped. */
  record Order(String id) {}

  static EffectivelyOnce fromEnvironment() {
    EffectivelyOnce once =
        EffectivelyOnce.of("shipments")
            .fromEnvironment(System.getenv())
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .build();
    return once;
  }

  Outcome twice(EffectivelyOnce once, Order order, Context context) {
    OnceRequest time = OnceRequest.within(Duration.ofMillis(context.getRemainingTimeInMillis()));

    once.runOrThrow(BusinessKey.of(order.id()), time, String.class, () -> ship(order)); // or throws
    Outcome outcome =
        once.run(BusinessKey.of(order.id()), time, () -> ship(order)); // or says why not
    return outcome;
  }

  private String ship(Order order) {
    return shipments.apply(order.id());
  }
}
