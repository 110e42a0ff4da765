package dev.effectivelyonce.operations.deployed;

import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.services.lambda.model.EventSourceMappingConfiguration;

/**
 * What is set on an event source mapping.
 *
 * @param id its UUID
 * @param function what it invokes
 * @param state such as Enabled
 * @param batchSize how many messages a batch has at most
 * @param window how long a batch is gathered
 * @param reportsFailures whether it asks for partial batch responses
 * @param maximumConcurrency how many invocations run at once at most
 */
public record MappingFacts(
    String id,
    FunctionArn function,
    String state,
    int batchSize,
    Duration window,
    boolean reportsFailures,
    Optional<Integer> maximumConcurrency) {
  static MappingFacts of(EventSourceMappingConfiguration mapping) {
    return new MappingFacts(
        mapping.uuid(),
        FunctionArn.of(mapping.functionArn()),
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
  public boolean isQualified() {
    return function.isQualified();
  }
}
