package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.DestinationConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.OnFailureProperty;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** The settings that a builder of a consumer of a partitioned source has collected. */
abstract class PartitionedDraft extends ParkingDraft {
  Optional<Duration> maximumRecordAge = Optional.empty();
  int retryAttempts = -1;
  StreamStart start = StreamStart.TRIM_HORIZON;

  PartitionedDraft(Construct scope, String id) {
    super(scope, id);
  }

  /** Returns the fewest retries that this kind of source takes; -1: until the record's age. */
  abstract int fewestRetries();

  /** Returns what is wrong with the settings of this kind of source. */
  abstract List<String> kindProblems();

  /** Adds what names the source, and the settings of its kind, to a mapping. */
  abstract void read(CfnEventSourceMapping.Builder mapping);

  @Override
  final List<String> settingProblems() {
    List<String> problems = new ArrayList<>(kindProblems());
    problems.addAll(new PartitionedRules(this).problems());
    return problems;
  }

  @Override
  final List<String> outageProblems() {
    return new PartitionedRules(this).outageProblems();
  }

  Duration maximumRecordAge() {
    return maximumRecordAge.orElseGet(() -> PartitionedRules.ageFor(sourceRetention()));
  }

  @Override
  final void read(CfnEventSourceMapping.Builder mapping, IQueue parking) {
    mapping
        .startingPosition(start.name())
        .functionResponseTypes(List.of("ReportBatchItemFailures"))
        .bisectBatchOnFunctionError(true)
        .maximumRecordAgeInSeconds(maximumRecordAge().toSeconds())
        .maximumRetryAttempts(retryAttempts)
        .destinationConfig(
            DestinationConfigProperty.builder()
                .onFailure(OnFailureProperty.builder().destination(parking.getQueueArn()).build())
                .build());
    read(mapping);
  }
}
