package dev.effectivelyonce.outbox;

import dev.effectivelyonce.sqs.Stub;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** Queues in memory, without an engine. */
final class StubQueue implements SqsClient, Stub {
  final List<SendMessageBatchRequestEntry> sent = new ArrayList<>();

  /** How often each URL was asked. */
  final Map<String, Integer> asked = new HashMap<>();

  /** What a request to a URL is refused with. */
  final Map<String, Supplier<Throwable>> refusals = new HashMap<>();

  /** Bodies that it throttles. */
  final Set<String> throttled = new HashSet<>();

  /** Runs before a request arrives, and before its answer does. */
  Runnable around = () -> {};

  @Override
  public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
    around.run();
    asked.merge(request.queueUrl(), 1, Integer::sum);
    Optional.ofNullable(refusals.get(request.queueUrl()))
        .ifPresent(
            refusal -> {
              throwAny(refusal.get());
            });
    SendMessageBatchResponse answer = take(request);
    around.run();
    return answer;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <T extends Throwable> void throwAny(Throwable failure) throws T {
    throw (T) failure;
  }

  private SendMessageBatchResponse take(SendMessageBatchRequest request) {
    List<SendMessageBatchResultEntry> taken = new ArrayList<>();
    List<BatchResultErrorEntry> refused = new ArrayList<>();
    for (SendMessageBatchRequestEntry entry : request.entries()) {
      if (throttled.contains(entry.messageBody())) {
        refused.add(
            BatchResultErrorEntry.builder().id(entry.id()).code("ThrottlingException").build());
      } else {
        sent.add(entry);
        taken.add(SendMessageBatchResultEntry.builder().id(entry.id()).build());
      }
    }
    return SendMessageBatchResponse.builder().successful(taken).failed(refused).build();
  }

  /** What the service says for a reason of its own. */
  static SdkException refusal(int status, String code) {
    return SqsException.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
        .build();
  }

  /** A URL answers so, each time after a second. */
  void refuses(String url, ManualClock clock, int status, String code) {
    refusals.put(
        url,
        () -> {
          clock.advance(Duration.ofSeconds(1));
          return refusal(status, code);
        });
  }

  List<String> bodies() {
    return sent.stream().map(SendMessageBatchRequestEntry::messageBody).toList();
  }
}
