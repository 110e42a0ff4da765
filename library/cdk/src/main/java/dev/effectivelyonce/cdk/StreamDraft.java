package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.constructs.Construct;

/** The settings that a builder of a consumer of a stream has collected. */
final class StreamDraft extends PartitionedDraft {
  private static final Duration LONGEST_RETENTION = Duration.ofDays(365);
  private static final int MOST_PARALLEL = 10;

  Optional<IStream> stream = Optional.empty();
  Optional<ITable> table = Optional.empty();
  Duration streamRetention = StreamSource.TABLE_RETENTION;
  Duration iteratorAgeAlarm = Duration.ofMinutes(15);
  int parallelizationFactor = 1;

  StreamDraft(Construct scope, String id) {
    super(scope, id);
  }

  @Override
  String sourceName() {
    return "stream";
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
    if (stream.isPresent() == table.isPresent()) {
      return List.of("a consumer reads one stream. Set either stream(...) or tableStream(...).");
    }
    return List.of();
  }

  @Override
  List<String> kindProblems() {
    List<String> problems = new ArrayList<>();
    if (source().flatMap(StreamSource::arn).isEmpty()) {
      problems.add("the table has no stream. Set stream(NEW_AND_OLD_IMAGES) on it.");
    }
    ParkingRules.within("parallelizationFactor", parallelizationFactor, 1, MOST_PARALLEL, problems);
    if (Durations.outside(sourceRetention(), StreamSource.TABLE_RETENTION, LONGEST_RETENTION)) {
      problems.add(
          "streamRetention is %s: Kinesis keeps records from 24 h to 365 days. Set the stream's."
              .formatted(Durations.text(sourceRetention())));
    }
    return problems;
  }

  @Override
  int fewestRetries() {
    return -1;
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
    return stream.map(StreamSource::of).or(() -> table.map(StreamSource::of));
  }
}
