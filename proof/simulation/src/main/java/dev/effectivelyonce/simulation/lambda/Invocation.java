package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.simulation.queue.Received;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One invocation and its batch.
 *
 * @param batch its messages
 * @param began when it began, in true time
 */
public record Invocation(String id, List<Received> batch, Instant began, Instant deadline)
    implements Environments.Run {

  SQSEvent event(String queue) {
    return SqsEvents.of(batch.stream().map(received -> record(received, queue)).toList());
  }

  private static SqsRecord record(Received received, String queue) {
    SqsRecord record =
        SqsRecord.of(queue, received.id())
            .receiptHandle(received.receipt())
            .body(received.body())
            .receiveCount(received.receives())
            .sentAt(received.sentAt());
    for (Map.Entry<String, String> text : received.draft().attributes().entrySet()) {
      record = record.attribute(text.getKey(), text.getValue());
    }
    return received.draft().group().map(record::group).orElse(record);
  }
}
