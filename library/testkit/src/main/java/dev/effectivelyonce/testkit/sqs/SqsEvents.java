package dev.effectivelyonce.testkit.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Creates the events with which Lambda invokes a consumer of SQS. */
public final class SqsEvents {
  private SqsEvents() {}

  /** Returns a batch of the given records, in this order. */
  public static SQSEvent of(SqsRecord... records) {
    return of(List.of(records));
  }

  /** Returns a batch of the given records, in this order. */
  public static SQSEvent of(List<SqsRecord> records) {
    return raw(records.stream().map(SqsRecord::toMessage).toList());
  }

  /**
   * Returns a batch of messages with the given bodies and the ids {@code message-1}, {@code
   * message-2} and so on.
   *
   * @param queue the name of the source queue; it is a FIFO queue if the name ends in {@code .fifo}
   */
  public static SQSEvent ofBodies(String queue, String... bodies) {
    return of(
        IntStream.range(0, bodies.length)
            .mapToObj(index -> SqsRecord.of(queue, "message-" + (index + 1)).body(bodies[index]))
            .toList());
  }

  /** Returns the ids of the messages that a consumer's answer reports as failed. */
  public static List<String> failed(SQSBatchResponse answer) {
    return answer.getBatchItemFailures().stream()
        .map(SQSBatchResponse.BatchItemFailure::getItemIdentifier)
        .toList();
  }

  /** Returns a batch with exactly these records. The list itself and any record may be null. */
  public static SQSEvent raw(@Nullable List<? extends @Nullable SQSMessage> records) {
    SQSEvent event = new SQSEvent();
    if (records != null) {
      event.setRecords(new ArrayList<SQSMessage>(records));
    }
    return event;
  }
}
