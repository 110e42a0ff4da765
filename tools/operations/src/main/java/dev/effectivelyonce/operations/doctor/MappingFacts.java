package dev.effectivelyonce.operations.doctor;

import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.services.lambda.model.EventSourceMappingConfiguration;

/**
 * What is set on an event source mapping.
 *
 * @param id its UUID
 * @param functionArn what it invokes, alias or version included
 * @param state such as Enabled
 * @param batchSize how many messages a batch has at most
 * @param window how long a batch is gathered
 * @param reportsFailures whether it asks for partial batch responses
 * @param maximumConcurrency how many invocations run at once at most
 */
record MappingFacts(
    String id,
    String functionArn,
    String state,
    int batchSize,
    Duration window,
    boolean reportsFailures,
    Optional<Integer> maximumConcurrency) {
  private static final int ARN_PARTS_WITH_QUALIFIER = 8;

  static MappingFacts of(EventSourceMappingConfiguration mapping) {
    return new MappingFacts(
        mapping.uuid(),
        mapping.functionArn(),
        String.valueOf(mapping.state()),
        mapping.batchSize() == null ? 0 : mapping.batchSize(),
        Duration.ofSeconds(
            mapping.maximumBatchingWindowInSeconds() == null
                ? 0
                : mapping.maximumBatchingWindowInSeconds()),
        mapping.functionResponseTypesAsStrings().contains("ReportBatchItemFailures"),
        Optional.ofNullable(mapping.scalingConfig())
            .flatMap(scaling -> Optional.ofNullable(scaling.maximumConcurrency())));
  }

  /** Returns whether it invokes a version or an alias, rather than $LATEST. */
  boolean isQualified() {
    String[] parts = functionArn.split(":", -1);
    return parts.length == ARN_PARTS_WITH_QUALIFIER
        && !parts[ARN_PARTS_WITH_QUALIFIER - 1].equals("$LATEST");
  }
}
