package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.DestinationConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.FilterCriteriaProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.FilterProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.OnFailureProperty;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** Connects the publisher to the table's stream. */
final class OutboxStream {
  private static final int BATCH_SIZE = 100;

  /**
   * The age at which records are given up to the dead-letter queue; the stream keeps 24 h. The
   * publisher itself leaves messages to the sweeper long before. This is for a table that can't be
   * read, or a function that fails.
   */
  private static final Duration GIVEN_UP_AFTER = Duration.ofHours(20);

  /** The filter for new messages: deleted and expired ones are not sent. */
  private static final String WHAT_CAME = "{\"eventName\":[\"INSERT\"]}";

  private OutboxStream() {}

  /**
   * Connects them, with one invocation for each shard. With more, Lambda keeps the order of one
   * item's changes alone, and two messages of one key are two items.
   */
  static CfnEventSourceMapping feed(
      Construct outbox, Table table, Alias publisher, IQueue deadLetters) {
    return CfnEventSourceMapping.Builder.create(outbox, "EventSource")
        .eventSourceArn(Optional.ofNullable(table.getTableStreamArn()).orElseThrow())
        .functionName(publisher.getFunctionArn())
        .startingPosition("TRIM_HORIZON")
        .batchSize(BATCH_SIZE)
        .parallelizationFactor(1)
        .functionResponseTypes(List.of("ReportBatchItemFailures"))
        .bisectBatchOnFunctionError(true)
        .maximumRecordAgeInSeconds(GIVEN_UP_AFTER.toSeconds())
        .maximumRetryAttempts(-1)
        .filterCriteria(
            FilterCriteriaProperty.builder()
                .filters(List.of(FilterProperty.builder().pattern(WHAT_CAME).build()))
                .build())
        .destinationConfig(
            DestinationConfigProperty.builder()
                .onFailure(
                    OnFailureProperty.builder().destination(deadLetters.getQueueArn()).build())
                .build())
        .build();
  }
}
