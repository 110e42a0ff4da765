package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a function that consumes a source with partitions.
 *
 * @param <B> the builder that its methods return
 */
public abstract class PartitionedFunctionBuilder<B extends PartitionedFunctionBuilder<B>>
    extends ParkingFunctionBuilder<B> {
  private final PartitionedDraft draft;

  PartitionedFunctionBuilder(PartitionedDraft draft) {
    super(draft);
    this.draft = draft;
  }

  /** Sets where a new consumer begins. Default: {@link StreamStart#TRIM_HORIZON}. */
  public B startingAt(StreamStart start) {
    draft.start = start;
    return self();
  }

  /**
   * Sets how often Lambda tries a batch again, -1 for as long as {@link #maximumRecordAge}, which
   * is the default for a stream. For Kafka it is 10,000, the most. A number that covers less than
   * {@link #survivesOutageOf} is refused.
   */
  public B maximumRetryAttempts(int retries) {
    draft.retryAttempts = retries;
    return self();
  }

  /**
   * Sets the age at which Lambda gives a record up, and sends its place to the parking queue.
   * Default: five sixths of the source's retention, so that it can be read still; 7 days at most.
   */
  public B maximumRecordAge(Duration age) {
    draft.maximumRecordAge = Optional.of(age);
    return self();
  }
}
