package dev.effectivelyonce.redis;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import redis.clients.jedis.RedisClient;

/** What docs/redis.md shows of a whole function. */
public final class ConfirmationsHandler implements RequestHandler<SQSEvent, SQSBatchResponse> {
  private final RedisClient client = RedisClient.create(System.getenv("REDIS_URL"));
  private final SqsConsumer<Order> consumer =
      SqsConsumer.of(MessageIdentity.of("mails", Order.class, MessageKey.of(Order::orderId)))
          .settings(LambdaSettings.from(System.getenv()))
          .store(RedisStore.builder(new JedisCommands(client)).durability(Durability.SYNC).build())
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .handler((order, delivery) -> confirmed(order))
          .build();

  @Override
  public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
    return consumer.handle(event, context);
  }

  /** What the events are. */
  record Order(String orderId) {}

  private static HandlerResult confirmed(Order order) {
    return HandlerResult.completed(order.orderId());
  }
}
