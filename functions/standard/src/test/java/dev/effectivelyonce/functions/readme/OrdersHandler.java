package dev.effectivelyonce.functions.readme;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;

public final class OrdersHandler implements RequestHandler<SQSEvent, SQSBatchResponse> {
  private final OrderTable orders = new OrderTable();
  private final SqsConsumer<Order> consumer =
      SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId)))
          .fromEnvironment(System.getenv())
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .handler((order, delivery) -> HandlerResult.commit(orders.rowOf(order)))
          .build();

  @Override
  public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
    return consumer.handle(event, context);
  }
}
