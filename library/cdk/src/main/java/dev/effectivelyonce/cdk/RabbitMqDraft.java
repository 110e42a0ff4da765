package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.SourceAccessConfigurationProperty;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** The settings that a builder of a consumer of RabbitMQ has collected. */
final class RabbitMqDraft extends ParkingDraft {
  private static final Duration LONGEST_RETENTION = Duration.ofDays(3650);

  /** The part of an invocation in which no message is tried again. */
  private static final Duration RESERVE = Duration.ofSeconds(2);

  Optional<RabbitMqBroker> broker = Optional.empty();
  Optional<RabbitMqQueue> queue = Optional.empty();
  Duration queueRetention = Duration.ofDays(14);
  int queueDepthAlarm = 10_000;

  RabbitMqDraft(Construct scope, String id) {
    super(scope, id);
  }

  @Override
  String sourceName() {
    return "queue";
  }

  @Override
  Duration sourceRetention() {
    return queueRetention;
  }

  @Override
  List<Permission> sourceRights() {
    return broker.orElseThrow().rights();
  }

  @Override
  List<String> sourceProblems() {
    return MissingSettings.none().and("broker", broker).and("queue", queue).missing();
  }

  @Override
  List<String> settingProblems() {
    List<String> problems = new ArrayList<>(queue.orElseThrow().problems());
    if (Durations.outside(queueRetention, Duration.ofSeconds(1), LONGEST_RETENTION)) {
      problems.add(
          ("queueRetention is %s: no record is kept as long. Set how long a message may wait, 3650"
                  + " days at most.")
              .formatted(Durations.text(queueRetention)));
    }
    ParkingRules.within("queueDepthAlarm", queueDepthAlarm, 1, Integer.MAX_VALUE, problems);
    return problems;
  }

  /** A batch that waits for a store comes back when its invocation has no more time for starts. */
  @Override
  List<String> outageProblems() {
    if (Durations.outside(outage, Duration.ofSeconds(1), queueRetention)) {
      return List.of(
          "survivesOutageOf is %s. Set 1 s to queueRetention, %s."
              .formatted(Durations.text(outage), Durations.text(queueRetention)));
    }
    long each = Math.max(1, timeout.minus(RESERVE).toMillis());
    long least = Math.ceilDiv(outage.toMillis(), each);
    int limit = queue.orElseThrow().deliveryLimit();
    return limit >= least
        ? List.of()
        : List.of(
            ("quorum(%s): in an outage of %s (survivesOutageOf) a batch comes back up to %s times,"
                    + " and is dead-lettered before. Raise x-delivery-limit to that, or the"
                    + " timeout.")
                .formatted(limit, Durations.text(outage), least));
  }

  @Override
  LagAlarm lagAlarm() {
    return LagAlarm.ofDepth(queue.orElseThrow().dimensions(broker.orElseThrow()), queueDepthAlarm);
  }

  @Override
  Optional<LagAlarm> givenUpAlarm() {
    return Optional.of(
        LagAlarm.ofDeadLetters(queue.orElseThrow().deadLetterDimensions(broker.orElseThrow())));
  }

  @Override
  void read(CfnEventSourceMapping.Builder mapping, IQueue parking) {
    RabbitMqBroker from = broker.orElseThrow();
    RabbitMqQueue read = queue.orElseThrow();
    mapping
        .eventSourceArn(from.arn())
        .queues(List.of(read.name()))
        .sourceAccessConfigurations(
            List.of(
                access("BASIC_AUTH", from.loginArn()), access("VIRTUAL_HOST", read.virtualHost())));
  }

  private static SourceAccessConfigurationProperty access(String type, String uri) {
    return SourceAccessConfigurationProperty.builder().type(type).uri(uri).build();
  }
}
