package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Optional;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.kinesis.IStream;
import software.constructs.Construct;

/**
 * A Lambda function that consumes a Kinesis stream or a table's stream once per business key: the
 * function, its parking queue, its rights, its logs and its alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which the
 * stream calls. Batches are bisected when the function fails. What the function parks, and what
 * Lambda gives up, comes to the parking queue. The function may do exactly what the library needs
 * and what {@link Builder#allow} adds.
 */
public final class IdempotentStreamConsumer extends ParkingConsumer {
  private IdempotentStreamConsumer(StreamDraft draft) {
    super(draft);
  }

  /** Collects the settings of a consumer and checks them. */
  public static final class Builder extends PartitionedFunctionBuilder<Builder> {
    private final StreamDraft draft;

    private Builder(StreamDraft draft) {
      super(draft);
      this.draft = draft;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Starts a consumer under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new StreamDraft(scope, id));
    }

    /** Reads this Kinesis stream. Either this or {@link #tableStream} is required. */
    public Builder stream(IStream stream) {
      draft.stream = Optional.of(stream);
      return this;
    }

    /** Reads the changes of this table. Either this or {@link #stream} is required. */
    public Builder tableStream(ITable table) {
      draft.table = Optional.of(table);
      return this;
    }

    /**
     * Sets how long the Kinesis stream keeps its records, which CDK does not say of a stream.
     * Default: 24 hours, as Kinesis has it; that of a table's stream is fixed.
     */
    public Builder streamRetention(Duration retention) {
      draft.streamRetention = retention;
      return this;
    }

    /**
     * Sets how many invocations a shard has at once, 1 to 10. With more than one, Lambda keeps the
     * order of partition keys, or items, alone. Default: 1.
     */
    public Builder parallelizationFactor(int invocations) {
      draft.parallelizationFactor = invocations;
      return this;
    }

    /** Sets how late records may be read before an alarm rings. Default: 15 minutes. */
    public Builder iteratorAgeAlarm(Duration age) {
      draft.iteratorAgeAlarm = age;
      return this;
    }

    /**
     * Adds the consumer to the scope.
     *
     * @throws InvalidConstructException if something required is missing, or settings contradict
     *     each other or a service's limits; nothing is added then
     */
    public IdempotentStreamConsumer build() {
      draft.check();
      return new IdempotentStreamConsumer(draft);
    }
  }
}
