package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.RuleTargetInput;
import software.amazon.awscdk.services.events.Schedule;
import software.amazon.awscdk.services.events.targets.LambdaFunction;
import software.amazon.awscdk.services.lambda.Alias;
import software.constructs.Construct;

/** Calls an alias daily, so that Lambda keeps its version's snapshot; unused ones last 14 days. */
final class SnapshotSchedule {
  private static final Duration EVERY = Duration.ofDays(1);

  /** An empty batch, of SQS and of a stream alike. */
  static final Map<String, Object> EMPTY_BATCH = Map.of("Records", List.of());

  /**
   * A request that has no effect and needs no key. Sorted, so that the same app makes the same
   * template.
   */
  static final Map<String, Object> EMPTY_REQUEST =
      new TreeMap<>(
          Map.of(
              "version", "2.0",
              "routeKey", "$default",
              "rawPath", "/",
              "rawQueryString", "",
              "headers", Map.of(),
              "requestContext",
                  Map.of("http", new TreeMap<>(Map.of("method", "OPTIONS", "path", "/"))),
              "isBase64Encoded", false));

  private SnapshotSchedule() {}

  static void add(Construct owner, Alias alias, Map<String, Object> event) {
    Rule.Builder.create(owner, "SnapshotSchedule")
        .schedule(Schedule.rate(Durations.toCdk(EVERY)))
        .targets(
            List.of(
                LambdaFunction.Builder.create(alias)
                    .event(RuleTargetInput.fromObject(event))
                    .build()))
        .build();
  }
}
