package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.sqs.ReadMessage.Unusable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the messages of a batch. Whatever they hold, each is usable or not; nothing is thrown. */
final class BatchReader<M> {
  private final MessageIdentity<M> identity;

  BatchReader(MessageIdentity<M> identity) {
    this.identity = identity;
  }

  List<ReadMessage<M>> read(@Nullable SQSEvent event) {
    List<SQSMessage> records = event == null ? null : event.getRecords();
    if (records == null) {
      return List.of();
    }
    // Parsed once for each ARN: most batches are of one queue.
    Map<String, Optional<SourceQueue>> queues = new HashMap<>();
    return records.stream()
        .map(BatchReader::orEmpty)
        .map(it -> SqsMessage.of(it, arn -> queues.computeIfAbsent(arn, SourceQueue::parse)))
        .map(this::read)
        .toList();
  }

  /** Replaces a null record, whose message would else be missing in the answer, and deleted. */
  private static SQSMessage orEmpty(@Nullable SQSMessage record) {
    return record == null ? new SQSMessage() : record;
  }

  private ReadMessage<M> read(SqsMessage message) {
    return message.source().isEmpty()
        ? new Unusable<>(
            message,
            "The record names no SQS queue as its source. Invoke the function from SQS alone.")
        : identity.read(message);
  }
}
