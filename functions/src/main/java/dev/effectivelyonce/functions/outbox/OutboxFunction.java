package dev.effectivelyonce.functions.outbox;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.metrics.MetricLine;
import dev.effectivelyonce.metrics.MetricNames;
import dev.effectivelyonce.outbox.OutboxClients;
import dev.effectivelyonce.outbox.OutboxObserver;
import dev.effectivelyonce.outbox.OutboxReport;
import dev.effectivelyonce.outbox.OutboxSettings;
import dev.effectivelyonce.sqs.LambdaSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/** What publisher and sweeper are made of. */
record OutboxFunction(
    OutboxSettings settings, OutboxClients clients, Clock clock, MetricLine metrics) {
  static OutboxFunction from(Map<String, String> environment) {
    return new OutboxFunction(
        OutboxSettings.from(environment),
        OutboxClients.forLambda(),
        Platform.system().clock(),
        MetricLine.toStandardOutput(
            LambdaSettings.required(environment, "AWS_LAMBDA_FUNCTION_NAME")));
  }

  /** Writes the counts. */
  OutboxObserver counts() {
    return report -> metrics.write(clock.instant(), counts(report), Map.of());
  }

  /** Writes the counts, and the age of what is left. */
  OutboxObserver countsAndAge() {
    return report ->
        metrics.write(
            clock.instant(),
            counts(report),
            Map.<String, Duration>of(MetricNames.OUTBOX_OLDEST, report.oldest()));
  }

  private static Map<String, Long> counts(OutboxReport report) {
    return Map.of(
        MetricNames.OUTBOX_PUBLISHED, (long) report.published(),
        MetricNames.OUTBOX_HELD, (long) report.held(),
        MetricNames.OUTBOX_UNSENDABLE, (long) report.unsendable());
  }
}
