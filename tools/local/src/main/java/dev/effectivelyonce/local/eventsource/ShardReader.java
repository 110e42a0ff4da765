package dev.effectivelyonce.local.eventsource;

import dev.effectivelyonce.local.eventsource.BatchOutcome.AllFailed;
import dev.effectivelyonce.local.eventsource.BatchOutcome.Handled;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.StreamResource;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * Hands the records of one shard to a function in order. After a failure it begins again at the
 * first record that failed; where a whole invocation failed it tries half as many.
 */
record ShardReader(
    StreamResource source,
    FunctionInvoker function,
    String streamArn,
    String region,
    BooleanSupplier running) {
  private static final Logger LOG = LoggerFactory.getLogger(ShardReader.class);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(200);

  /** Returns when all are handled, or the runner ends. */
  void handle(List<Record> read) throws InterruptedException {
    List<Record> left =
        read.stream()
            .filter(record -> source.eventNames().contains(record.eventNameAsString()))
            .toList();
    int most = source.batchSize();
    while (!left.isEmpty() && running.getAsBoolean()) {
      List<Record> batch = left.subList(0, Math.min(most, left.size()));
      int handled = invoke(batch);
      left = left.subList(handled, left.size());
      most = handled == 0 ? Math.max(1, batch.size() / 2) : source.batchSize();
      if (handled < batch.size()) {
        Thread.sleep(PAUSE_AFTER_FAILURE);
      }
    }
  }

  /** Returns how many of the first records were handled. */
  private int invoke(List<Record> batch) {
    Set<String> numbers =
        batch.stream().map(ShardReader::sequenceNumber).collect(Collectors.toSet());
    InvocationResult result = function.invoke(StreamEventJson.of(batch, streamArn, region));
    return switch (BatchResponse.read(result, numbers, source.reporting())) {
      case AllFailed ignored -> {
        LOG.debug("{} begins again: {}", source.table().name(), result);
        yield 0;
      }
      case Handled handled ->
          IntStream.range(0, batch.size())
              .filter(i -> !handled.handled(sequenceNumber(batch.get(i))))
              .findFirst()
              .orElse(batch.size());
    };
  }

  private static String sequenceNumber(Record record) {
    return record.dynamodb().sequenceNumber();
  }
}
