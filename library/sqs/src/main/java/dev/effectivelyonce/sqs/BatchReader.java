package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.sqs.ReadMessage.Unusable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the events of a batch's messages. Whatever they hold, each is usable or not; nothing is
 * thrown.
 */
final class BatchReader<M> {
  private static final Logger LOG = LoggerFactory.getLogger(BatchReader.class);

  private final MessageIdentity<M> identity;
  private volatile Optional<SourceQueue> last = Optional.empty();

  BatchReader(MessageIdentity<M> identity) {
    this.identity = identity;
  }

  /**
   * Returns the events, in the order of their messages.
   *
   * @param left the time for payloads that are elsewhere: those not read by then wait
   */
  List<ReadMessage<M>> read(@Nullable SQSEvent event, Duration left) {
    List<SQSMessage> records = event == null ? null : event.getRecords();
    if (records == null) {
      return List.of();
    }
    List<SqsMessage> messages =
        records.stream()
            .map(BatchReader::orEmpty)
            .map(it -> SqsMessage.of(it, this::queue))
            .toList();
    List<ReadMessage<M>> events = new ArrayList<>();
    if (identity.readsElsewhere() && !messages.isEmpty()) {
      ParallelReader.read(messages, this::read, left).forEach(events::addAll);
    } else {
      messages.forEach(message -> events.addAll(read(message)));
    }
    return events;
  }

  /** Parses the same ARN once in a row: most consumers have one queue. */
  private Optional<SourceQueue> queue(String arn) {
    Optional<SourceQueue> known = last.filter(it -> it.arn().equals(arn));
    if (known.isEmpty()) {
      known = SourceQueue.parse(arn);
      last = known;
    }
    return known;
  }

  /** Replaces a null record, whose message would else be missing in the answer, and deleted. */
  private static SQSMessage orEmpty(@Nullable SQSMessage record) {
    return record == null ? new SQSMessage() : record;
  }

  private List<ReadMessage<M>> read(SqsMessage message) {
    if (message.source().isEmpty()) {
      return List.of(
          new Unusable<>(
              message,
              "The record names no SQS queue as its source. Invoke the function only from SQS."));
    }
    List<ReadMessage<M>> events = identity.readAll(message);
    if (events.isEmpty()) {
      LOG.info("{} is a test of its way and holds no event. It is done.", message);
    }
    return events;
  }
}
