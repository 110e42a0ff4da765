package dev.effectivelyonce.functions.readme;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.replay.lambda.ReplayFunction;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import java.util.Map;

public final class ReplayHandler
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  private final ReplayFunction replay =
      ReplayFunction.of(
          System.getenv(),
          new DynamoDbStore(DynamoDbClients.forLambda(), System.getenv(EnvironmentVariables.TABLE)),
          Map.of(
              "orders", MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId))));

  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    return replay.handleRequest(event, context);
  }
}
