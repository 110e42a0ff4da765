package dev.effectivelyonce.operations.deployed;

import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.services.lambda.model.EventSourceMappingConfiguration;

/**
 * What is set on an event source mapping.
 *
 * @param id its UUID
 * @param source the ARN of what it reads; empty for a cluster of Kafka outside MSK
 * @param function what it invokes
 * @param state such as Enabled
 * @param batchSize how many messages a batch has at most
 * @param window how long a batch is gathered
 * @param reportsFailures whether it asks for partial batch responses
 * @param maximumConcurrency how many invocations run at once at most
 * @param giving how it gives records up, where it reads records with places
 */
public record MappingFacts(
    String id,
    Optional<String> source,
    FunctionArn function,
    String state,
    int batchSize,
    Duration window,
    boolean reportsFailures,
    Optional<Integer> maximumConcurrency,
    GivingUp giving) {
  /**
   * How a mapping repeats batches of records with places, and gives them up.
   *
   * @param bisects whether it divides a batch whose invocation failed
   * @param recordAge the age at which it gives a record up; empty if it waits for ever
   * @param retries how often it repeats a batch; empty if until the age
   * @param destination the ARN of what takes the places of what it gives up
   * @param isProvisioned whether it has pollers of its own
   * @param tumblingWindow how long it adds batches up
   */
  public record GivingUp(
      boolean bisects,
      Optional<Duration> recordAge,
      Optional<Integer> retries,
      Optional<String> destination,
      boolean isProvisioned,
      Duration tumblingWindow) {
    static GivingUp of(EventSourceMappingConfiguration mapping) {
      return new GivingUp(
          Boolean.TRUE.equals(mapping.bisectBatchOnFunctionError()),
          limit(mapping.maximumRecordAgeInSeconds()).map(Duration::ofSeconds),
          limit(mapping.maximumRetryAttempts()),
          Optional.ofNullable(mapping.destinationConfig())
              .flatMap(it -> Optional.ofNullable(it.onFailure()))
              .flatMap(it -> Optional.ofNullable(it.destination())),
          mapping.provisionedPollerConfig() != null,
          Duration.ofSeconds(Optional.ofNullable(mapping.tumblingWindowInSeconds()).orElse(0)));
    }

    /** Lambda says -1 where there is no limit. */
    private static Optional<Integer> limit(Integer number) {
      return Optional.ofNullable(number).filter(it -> it >= 0);
    }
  }

  static MappingFacts of(EventSourceMappingConfiguration mapping) {
    return new MappingFacts(
        mapping.uuid(),
        Optional.ofNullable(mapping.eventSourceArn()),
        FunctionArn.of(mapping.functionArn()),
        String.valueOf(mapping.state()),
        mapping.batchSize() == null ? 0 : mapping.batchSize(),
        Duration.ofSeconds(
            mapping.maximumBatchingWindowInSeconds() == null
                ? 0
                : mapping.maximumBatchingWindowInSeconds()),
        mapping.functionResponseTypesAsStrings().contains("ReportBatchItemFailures"),
        Optional.ofNullable(mapping.scalingConfig())
            .flatMap(scaling -> Optional.ofNullable(scaling.maximumConcurrency())),
        GivingUp.of(mapping));
  }

  /** Returns whether it invokes a version or an alias, rather than $LATEST. */
  public boolean isQualified() {
    return function.isQualified();
  }
}
