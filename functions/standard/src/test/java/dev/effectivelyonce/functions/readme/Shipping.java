package dev.effectivelyonce.functions.readme;

import com.amazonaws.services.lambda.runtime.Context;
import dev.effectivelyonce.core.engine.EnvironmentSettings;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.metrics.MetricsObserver;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** What docs/any-function.md shows of making an {@link EffectivelyOnce}, and of calling it. */
record Shipping(UnaryOperator<String> shipments) {
  /** What is shipped. */
  record Order(String id) {}

  static EffectivelyOnce fromEnvironment() {
    EnvironmentSettings settings = EnvironmentSettings.from(System.getenv());
    EffectivelyOnce once =
        EffectivelyOnce.of("shipments")
            .settings(settings)
            .store(DynamoDbStore.of(DynamoDbClients.forLambda(), settings))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .observer(MetricsObserver.toStandardOutput(System.getenv("AWS_LAMBDA_FUNCTION_NAME")))
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
