package dev.effectivelyonce.outbox;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/** A queue in memory, without an engine. */
final class StubQueue implements SqsClient {
  static final String URL = "https://queue/shipments.fifo";

  final List<SendMessageBatchRequestEntry> sent = new ArrayList<>();

  /** Bodies that it throttles. */
  final Set<String> throttled = new HashSet<>();

  /** Runs before a request arrives, and before its answer does. */
  Runnable around = () -> {};

  @Override
  public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
    around.run();
    SendMessageBatchResponse answer = take(request);
    around.run();
    return answer;
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

  List<String> bodies() {
    return sent.stream().map(SendMessageBatchRequestEntry::messageBody).toList();
  }

  @Override
  public String serviceName() {
    return "sqs";
  }

  @Override
  public void close() {}
}
