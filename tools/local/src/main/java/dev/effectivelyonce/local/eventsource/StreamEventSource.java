package dev.effectivelyonce.local.eventsource;

import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.template.StreamResource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.Stream;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads the stream of one table from its beginning and invokes one function with its records, as
 * Lambda's event source mapping does: one invocation at a time, the shards by turns.
 *
 * @param iterators by shard; empty if the shard has been read to its end
 * @param handled the last record that was handled, by shard
 */
public record StreamEventSource(
    DynamoDbStreamsClient streams,
    StreamResource source,
    FunctionInvoker function,
    String region,
    Worker worker,
    Map<String, String> iterators,
    Map<String, String> handled) {
  private static final Logger LOG = LoggerFactory.getLogger(StreamEventSource.class);
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** Starts reading. */
  public static EventSource start(
      DynamoDbStreamsClient streams,
      StreamResource source,
      FunctionInvoker function,
      String region) {
    StreamEventSource started =
        new StreamEventSource(
            streams, source, function, region, new Worker(), new HashMap<>(), new HashMap<>());
    started.worker.repeat(started::turn);
    return started.worker;
  }

  private void turn() throws InterruptedException {
    try {
      for (Stream stream : streamsOfTable()) {
        read(stream.streamArn());
      }
    } catch (TrimmedDataAccessException | ExpiredIteratorException e) {
      // An iterator of an empty shard points before its first record; DynamoDB Local refuses it.
      iterators.clear();
    } catch (SdkException e) {
      iterators.clear();
      if (worker.isRunning()) {
        LOG.warn(
            "Reading the stream of {} failed, trying again: {}",
            source.table().name(),
            e.getMessage());
      }
    }
    Thread.sleep(PAUSE);
  }

  private List<Stream> streamsOfTable() {
    return streams.listStreams(request -> request.tableName(source.table().name())).streams();
  }

  private void read(String streamArn) throws InterruptedException {
    ShardReader reader = new ShardReader(source, function, streamArn, region, worker::isRunning);
    for (Shard shard :
        streams
            .describeStream(request -> request.streamArn(streamArn))
            .streamDescription()
            .shards()) {
      read(streamArn, shard.shardId(), reader);
    }
  }

  private void read(String streamArn, String shard, ShardReader reader)
      throws InterruptedException {
    String iterator = iterators.computeIfAbsent(shard, id -> first(streamArn, id));
    if (iterator.isEmpty()) {
      return;
    }
    GetRecordsResponse answer =
        streams.getRecords(request -> request.shardIterator(iterator).limit(source.batchSize()));
    reader.handle(answer.records());
    if (!answer.records().isEmpty()) {
      handled.put(shard, answer.records().getLast().dynamodb().sequenceNumber());
    }
    iterators.put(shard, answer.nextShardIterator() == null ? "" : answer.nextShardIterator());
  }

  private String first(String streamArn, String shard) {
    GetShardIteratorRequest.Builder request =
        GetShardIteratorRequest.builder().streamArn(streamArn).shardId(shard);
    Optional.ofNullable(handled.get(shard))
        .ifPresentOrElse(
            number ->
                request
                    .shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                    .sequenceNumber(number),
            () -> request.shardIteratorType(ShardIteratorType.TRIM_HORIZON));
    return streams.getShardIterator(request.build()).shardIterator();
  }
}
