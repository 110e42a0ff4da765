package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.DestinationConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.OnFailureProperty;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/**
 * The settings of a function that consumes a source with partitions.
 *
 * @param <B> the builder that its methods return
 */
public abstract class PartitionedFunctionBuilder<B extends PartitionedFunctionBuilder<B>>
    extends ParkingFunctionBuilder<B> {
  private static final Duration LONGEST_AGE = Duration.ofDays(7);
  private static final Duration SHORTEST_AGE = Duration.ofMinutes(1);
  private static final int MOST_RETRIES = 10_000;

  private Optional<Duration> maximumRecordAge = Optional.empty();
  private final int fewestRetries;
  int retryAttempts;
  private StreamStart start = StreamStart.TRIM_HORIZON;
  private Optional<Instant> startTime = Optional.empty();

  PartitionedFunctionBuilder(
      Construct scope, String id, String sourceName, int fewestRetries, int retryAttempts) {
    super(scope, id, sourceName);
    this.fewestRetries = fewestRetries;
    this.retryAttempts = retryAttempts;
  }

  /**
   * Sets the position at which a new consumer begins. Default: {@link StreamStart#TRIM_HORIZON}.
   */
  public B startingAt(StreamStart start) {
    this.start = start;
    this.startTime = Optional.empty();
    return self();
  }

  /**
   * Makes a new consumer begin with the first record that was written at this time or later, which
   * Kinesis and Kafka support. Default: {@link StreamStart#TRIM_HORIZON}.
   */
  public B startingAt(Instant time) {
    this.startTime = Optional.of(time);
    return self();
  }

  final boolean startsAtATime() {
    return startTime.isPresent();
  }

  /**
   * Sets how often Lambda retries a batch. The default for a stream is -1, which means until {@link
   * #maximumRecordAge}; the default for Kafka is the maximum of 10,000. A number that covers less
   * than {@link #outageTolerance} is refused.
   */
  public B maximumRetryAttempts(int retries) {
    this.retryAttempts = retries;
    return self();
  }

  /**
   * Sets the age at which Lambda gives up a record and sends its position to the parking queue.
   * Default: five sixths of the source's retention, so that the record can still be read, but at
   * most 7 days.
   */
  public B maximumRecordAge(Duration age) {
    this.maximumRecordAge = Optional.of(age);
    return self();
  }

  /** Returns what is wrong with the settings of this kind of source. */
  abstract List<String> kindProblems();

  /** Adds what names the source, and the settings of its kind, to a mapping. */
  abstract void read(CfnEventSourceMapping.Builder mapping);

  @Override
  final List<String> settingProblems() {
    Duration kept = sourceRetention();
    Duration age = maximumRecordAge();
    return new Problems()
        .and(kindProblems())
        .within("maximumRetryAttempts", retryAttempts, fewestRetries, MOST_RETRIES)
        .when(
            Durations.outside(age, SHORTEST_AGE, LONGEST_AGE) || age.compareTo(kept) >= 0,
            "maximumRecordAge is %s, and the %s keeps records for %s: what is given up must still"
                + " be there to be read. Set 60 s to 7 days, and less than that.",
            age,
            sourceName,
            kept)
        .all();
  }

  /** {@inheritDoc} It is to be survived by retries of the mapping and by age. */
  @Override
  final List<String> outageProblems() {
    Duration retried = timeout.multipliedBy(retryAttempts + 1L);
    return new Problems()
        .when(
            outage().compareTo(Duration.ofSeconds(1)) < 0
                || outage().multipliedBy(2).compareTo(maximumRecordAge()) > 0,
            "outageTolerance is %s, and records are given up at an age of %s. Set 1 s to half of"
                + " that.",
            outage(),
            maximumRecordAge())
        .when(
            retryAttempts >= 0 && retried.compareTo(outage()) < 0,
            "maximumRetryAttempts is %s: invocations of %s cover %s, less than the %s of"
                + " outageTolerance. Set more%s.",
            retryAttempts,
            timeout,
            retried,
            outage(),
            fewestRetries < 0 ? ", or -1 for as long as maximumRecordAge" : "")
        .all();
  }

  /** Returns five sixths of the source's retention: records that are given up can be read still. */
  private Duration maximumRecordAge() {
    return maximumRecordAge.orElseGet(
        () ->
            Collections.min(List.of(sourceRetention().dividedBy(6).multipliedBy(5), LONGEST_AGE)));
  }

  @Override
  final void read(CfnEventSourceMapping.Builder mapping, IQueue parking) {
    mapping
        .startingPosition(startTime.map(it -> "AT_TIMESTAMP").orElseGet(start::name))
        .functionResponseTypes(List.of("ReportBatchItemFailures"))
        .bisectBatchOnFunctionError(true)
        .maximumRecordAgeInSeconds(maximumRecordAge().toSeconds())
        .maximumRetryAttempts(retryAttempts)
        .destinationConfig(
            DestinationConfigProperty.builder()
                .onFailure(OnFailureProperty.builder().destination(parking.getQueueArn()).build())
                .build());
    startTime.ifPresent(it -> mapping.startingPositionTimestamp(it.getEpochSecond()));
    read(mapping);
  }
}
