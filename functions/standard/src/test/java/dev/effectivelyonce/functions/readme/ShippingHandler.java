package dev.effectivelyonce.functions.readme;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import java.time.Duration;

/** What docs/any-function.md shows of a whole function. */
public final class ShippingHandler implements RequestHandler<ScheduledEvent, String> {
  private final EffectivelyOnce once =
      EffectivelyOnce.of("shipments")
          .fromEnvironment(System.getenv())
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .build();

  @Override
  public String handleRequest(ScheduledEvent event, Context context) {
    BusinessKey order = BusinessKey.of((String) event.getDetail().get("orderId"));
    return once.runOrThrow(order, time(context), String.class, () -> ship(event))
        .value()
        .orElse("");
  }

  private static OnceRequest time(Context context) {
    return OnceRequest.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
  }

  private static String ship(ScheduledEvent event) {
    return "shipped " + event.getDetail().get("orderId");
  }
}
