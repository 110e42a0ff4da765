package dev.effectivelyonce.local.eventsource.kafka;

import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.FailureHandling;
import dev.effectivelyonce.local.template.FailureHandling.ErrorPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a mapping's settings make of an event: what is left of it, in order. */
record FailurePolicy(FailureHandling settings) {
  /** The condition of AWS's page for a queue; the page for a topic says RetriesExhausted. */
  static final String RETRIES_EXHAUSTED = "RetryAttemptsExhausted";

  static final String TOO_LARGE = "MaximumPayloadSizeExceeded";

  /** AWS's pages have no word for it. */
  static final String TOO_OLD = "RecordAgeExceeded";

  /** Gives up the records that are too old to be sent; empty if none is. */
  List<Chunk> withoutAged(Chunk chunk, Instant now) {
    if (settings.maximumAge().isEmpty()) {
      return List.of();
    }
    Duration most = settings.maximumAge().get();
    long oldest = now.minus(most).toEpochMilli();
    Chunk aged = chunk.only(record -> record.timestamp() < oldest);
    return aged.isEmpty()
        ? List.of()
        : present(
            aged.givenUp(TOO_OLD, Optional.empty()),
            chunk.only(record -> record.timestamp() >= oldest));
  }

  /** What is left of an event after its invocation. */
  List<Chunk> after(Chunk chunk, InvocationResult result) {
    var resumeAt = KafkaBatchResponse.read(result, chunk.offsets(), settings.reporting());
    if (resumeAt.isEmpty()) {
      return settings.onError() == ErrorPolicy.BISECT && chunk.records().size() > 1
          ? chunk.halves()
          : again(chunk, result);
    }
    Chunk rest = chunk.only(record -> comesBack(record, resumeAt.get()));
    return rest.records().size() < chunk.records().size()
        ? present(rest.untried())
        : again(chunk, result);
  }

  private List<Chunk> again(Chunk chunk, InvocationResult result) {
    return List.of(
        settings.isExhausted(chunk.retries())
            ? chunk.givenUp(RETRIES_EXHAUSTED, Optional.of(result))
            : chunk.triedAgain());
  }

  private static boolean comesBack(
      ConsumerRecord<byte[], byte[]> record, Map<String, Long> resumeAt) {
    return record.offset()
        >= resumeAt.getOrDefault(KafkaEventJson.partition(record), Long.MAX_VALUE);
  }

  private static List<Chunk> present(Chunk... chunks) {
    return Stream.of(chunks).filter(chunk -> !chunk.isEmpty()).toList();
  }
}
