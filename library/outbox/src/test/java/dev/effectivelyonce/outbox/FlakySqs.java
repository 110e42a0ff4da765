package dev.effectivelyonce.outbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BiFunction;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/** SQS, of which some next requests can be spoiled. */
final class FlakySqs implements SqsClient, Stub {
  /** What becomes of a request. */
  interface Spoiling
      extends BiFunction<SqsClient, SendMessageBatchRequest, SendMessageBatchResponse> {}

  private final SqsClient sqs;
  private final Deque<Spoiling> next = new ArrayDeque<>();

  FlakySqs(SqsClient sqs) {
    this.sqs = sqs;
  }

  /** Spoils one more of the next requests. */
  void spoilNext(Spoiling spoiling) {
    next.add(spoiling);
  }

  @Override
  public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
    return Optional.ofNullable(next.poll())
        .map(spoiling -> spoiling.apply(sqs, request))
        .orElseGet(() -> sqs.sendMessageBatch(request));
  }
}
