package dev.effectivelyonce.functions.replay;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.functions.fulfilment.FulfilmentHandler;
import dev.effectivelyonce.functions.orders.OrdersHandler;
import dev.effectivelyonce.functions.payments.PaymentsHandler;
import dev.effectivelyonce.replay.lambda.ReplayFunction;
import dev.effectivelyonce.sqs.MessageIdentity;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Lambda handler of replays. */
public final class ReplayHandler
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  private final ReplayFunction replay;

  /** Creates the handler from the function's environment. */
  public ReplayHandler() {
    Map<String, String> environment = System.getenv();
    this.replay =
        ReplayFunction.of(
            environment,
            new DynamoDbStore(
                DynamoDbClients.forLambda(),
                EnvironmentVariables.required(environment, EnvironmentVariables.TABLE)),
            consumers(environment));
  }

  /** A stack has some of them: only one with a payment gateway has {@code fulfilment}. */
  static Map<String, MessageIdentity<?>> consumers(Map<String, String> environment) {
    Map<String, MessageIdentity<?>> consumers = new HashMap<>();
    consumers.put("orders", OrdersHandler.identity());
    consumers.put("payments", PaymentsHandler.identity());
    consumers.put("fulfilment", FulfilmentHandler.identity());
    consumers
        .keySet()
        .removeIf(name -> !environment.containsKey(name.toUpperCase(Locale.ROOT) + "_QUEUE_URL"));
    return consumers;
  }

  @Override
  public Map<String, Object> handleRequest(@Nullable Map<String, Object> event, Context context) {
    return replay.handleRequest(event, context);
  }
}
