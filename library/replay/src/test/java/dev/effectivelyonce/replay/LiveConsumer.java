package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.RecordingVisibility;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** A consumer of orders at a live queue, as Lambda would drive it. */
final class LiveConsumer {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final LiveQueues.Pair pair;
  private final SqsConsumer<ReplayBench.Order> consumer;
  private final Map<String, Integer> runs = new ConcurrentHashMap<>();

  /**
   * @param answer what the handler returns for an order
   */
  LiveConsumer(
      LiveQueues.Pair pair, IdempotencyStore store, Function<String, HandlerResult> answer) {
    this.pair = pair;
    this.consumer =
        SqsConsumer.of(ReplayBench.ORDERS)
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .store(store)
            .retention(ReplayBench.RETENTION)
            .maxReceiveCount(1)
            .visibility(new RecordingVisibility())
            .platform(Platform.system())
            .handler(
                (order, delivery) -> {
                  runs.merge(order.id(), 1, Integer::sum);
                  return answer.apply(order.id());
                })
            .build();
  }

  /** How often the handler ran, by order. */
  Map<String, Integer> runs() {
    return Map.copyOf(runs);
  }

  /** Handles until the source queue is empty, dead-lettering what failed. */
  void workUntilEmpty() {
    while (LiveQueues.depth(pair.sourceUrl()) > 0) {
      work();
    }
  }

  /** Handles one batch; what failed comes back at once. */
  int work() {
    List<Message> batch = LiveQueues.receive(pair.sourceUrl(), Duration.ofMinutes(1));
    List<String> failed =
        SqsEvents.failed(
            consumer.handle(
                SqsEvents.of(batch.stream().map(this::record).toList()),
                new TestContext(Clock.systemUTC(), TIMEOUT)));
    batch.forEach(message -> answer(message, failed.contains(message.messageId())));
    return batch.size();
  }

  private void answer(Message message, boolean isFailed) {
    if (isFailed) {
      LiveQueues.client()
          .changeMessageVisibility(
              r ->
                  r.queueUrl(pair.sourceUrl())
                      .receiptHandle(message.receiptHandle())
                      .visibilityTimeout(0));
    } else {
      LiveQueues.client()
          .deleteMessage(r -> r.queueUrl(pair.sourceUrl()).receiptHandle(message.receiptHandle()));
    }
  }

  private SqsRecord record(Message message) {
    String url = pair.sourceUrl();
    Map<String, String> system =
        message.attributes().entrySet().stream()
            .filter(entry -> entry.getKey() != MessageSystemAttributeName.UNKNOWN_TO_SDK_VERSION)
            .collect(Collectors.toMap(entry -> entry.getKey().toString(), Map.Entry::getValue));
    return SqsRecord.of(url.substring(url.lastIndexOf('/') + 1), message.messageId())
        .receiptHandle(message.receiptHandle())
        .body(message.body())
        .with(record -> record.setAttributes(system));
  }
}
