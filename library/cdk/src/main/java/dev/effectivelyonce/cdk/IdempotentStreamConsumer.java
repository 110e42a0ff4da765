package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.kinesis.IStreamConsumer;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.constructs.Construct;

/**
 * A Lambda function that consumes a Kinesis stream or a DynamoDB stream once per business key. The
 * construct includes the function, its parking queue, permissions, logs and alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which the
 * stream calls. Batches are bisected when the function fails. Records that the function parks or
 * Lambda gives up go to the parking queue. The function has exactly the permissions that the
 * library needs and those that {@link Builder#allow} adds.
 */
public final class IdempotentStreamConsumer extends ParkingConsumer {
  private IdempotentStreamConsumer(Builder settings) {
    super(settings);
  }

  /** Builds a consumer and checks its settings. */
  public static final class Builder extends PartitionedFunctionBuilder<Builder> {
    private static final Duration LONGEST_RETENTION = Duration.ofDays(365);
    private static final int MOST_PARALLEL = 10;

    private Optional<StreamSource> kinesis = Optional.empty();
    private Optional<ITable> table = Optional.empty();
    private Duration streamRetention = StreamSource.TABLE_RETENTION;
    private Duration iteratorAgeAlarm = Duration.ofMinutes(15);
    private int parallelizationFactor = 1;

    private Builder(Construct scope, String id) {
      super(scope, id, "stream", -1, -1);
    }

    /** Returns a builder for a consumer in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /** Reads this Kinesis stream. Either this or {@link #tableStream} is required. */
    public Builder stream(IStream stream) {
      this.kinesis = Optional.of(StreamSource.of(stream));
      return this;
    }

    /**
     * Reads a Kinesis stream through this registered consumer, so that other readers of the stream
     * don't share its throughput (enhanced fan-out). Use it instead of {@link #stream}.
     */
    public Builder streamConsumer(IStreamConsumer consumer) {
      this.kinesis = Optional.of(StreamSource.of(consumer));
      return this;
    }

    /** Reads the changes of this table. Either this or {@link #stream} is required. */
    public Builder tableStream(ITable table) {
      this.table = Optional.of(table);
      return this;
    }

    /**
     * Sets how long the Kinesis stream keeps its records, because CDK streams do not expose that.
     * Default: 24 hours, which is Kinesis's default. The retention of a DynamoDB stream is fixed.
     */
    public Builder streamRetention(Duration retention) {
      this.streamRetention = retention;
      return this;
    }

    /**
     * Sets how many invocations a shard has at once, 1 to 10. With more than one, Lambda keeps only
     * the order within a partition key or item. Default: 1.
     */
    public Builder parallelizationFactor(int invocations) {
      this.parallelizationFactor = invocations;
      return this;
    }

    /**
     * Sets the age of records when they are read from which an alarm rings. Default: 15 minutes.
     */
    public Builder iteratorAgeAlarm(Duration age) {
      this.iteratorAgeAlarm = age;
      return this;
    }

    @Override
    public IdempotentStreamConsumer build() {
      check();
      return new IdempotentStreamConsumer(this);
    }

    @Override
    Duration sourceRetention() {
      return table.isPresent() ? StreamSource.TABLE_RETENTION : streamRetention;
    }

    @Override
    List<Permission> sourceRights() {
      return source().orElseThrow().rights();
    }

    @Override
    List<String> sourceProblems() {
      return new Problems()
          .when(
              kinesis.isPresent() == table.isPresent(),
              "a consumer reads one stream. Set either stream(...) or tableStream(...).")
          .all();
    }

    @Override
    List<String> kindProblems() {
      return new Problems()
          .when(
              source().flatMap(StreamSource::arn).isEmpty(),
              "the table has no stream. Set stream(NEW_AND_OLD_IMAGES) on it.")
          .when(
              table.isPresent() && startsAtATime(),
              "startingAt is a time, and a table's stream has no positions by time. Set"
                  + " TRIM_HORIZON or LATEST.")
          .within("parallelizationFactor", parallelizationFactor, 1, MOST_PARALLEL)
          .when(
              Durations.outside(sourceRetention(), StreamSource.TABLE_RETENTION, LONGEST_RETENTION),
              "streamRetention is %s: Kinesis keeps records from 24 h to 365 days. Set the"
                  + " stream's.",
              sourceRetention())
          .all();
    }

    @Override
    LagAlarm lagAlarm() {
      return LagAlarm.ofAge(iteratorAgeAlarm.toMillis(), Durations.text(iteratorAgeAlarm));
    }

    @Override
    void read(CfnEventSourceMapping.Builder mapping) {
      mapping
          .eventSourceArn(source().flatMap(StreamSource::arn).orElseThrow())
          .parallelizationFactor(parallelizationFactor);
    }

    private Optional<StreamSource> source() {
      return kinesis.or(() -> table.map(StreamSource::of));
    }
  }
}
