package dev.effectivelyonce.cdk;

import java.util.List;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.lambda.Function;

/** The part of a dashboard about the replay. */
final class ReplayRows {
  private ReplayRows() {}

  static List<List<IWidget>> of(DeadLetterReplay replay) {
    Function function = replay.function();
    return List.of(
        Widgets.title("Replay"),
        List.of(
            Widgets.counts(
                "Replay: invocations and errors",
                function.metricInvocations(Watch.byMinute("Sum")),
                function.metricErrors(Watch.byMinute("Sum"))),
            Widgets.times(
                "Replay: duration", "ms", function.metricDuration(Watch.byMinute("Maximum")))));
  }
}
