package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.AlarmStatusWidget;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.cloudwatch.TextWidget;
import software.amazon.awscdk.services.cloudwatch.YAxisProps;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;

/** The widgets of a dashboard, four in a row of 24 columns. */
final class Widgets {
  private static final int FULL_WIDTH = 24;
  private static final int QUARTER = 6;
  private static final int HEIGHT = 6;
  private static final int ALARMS_HEIGHT = 3;

  private Widgets() {}

  static List<IWidget> title(String text) {
    return List.of(
        TextWidget.Builder.create().markdown("## " + text).width(FULL_WIDTH).height(1).build());
  }

  /** Returns a part of a dashboard: its title, the state of its alarms, and rows. */
  static List<List<IWidget>> part(
      String title, List<? extends IAlarm> alarms, List<List<IWidget>> rows) {
    return Stream.concat(Stream.of(title(title), alarms(title, alarms)), rows.stream()).toList();
  }

  private static List<IWidget> alarms(String title, List<? extends IAlarm> alarms) {
    return List.of(
        AlarmStatusWidget.Builder.create()
            .title(title + ": alarms")
            .alarms(alarms)
            .width(FULL_WIDTH)
            .height(ALARMS_HEIGHT)
            .build());
  }

  static IWidget durations(String title, Function function) {
    return times(
        title + ": duration",
        "ms",
        function.metricDuration(Watch.byMinute("p50")),
        function.metricDuration(Watch.byMinute("p99")));
  }

  static IWidget errors(String title, Function function) {
    return counts(
        title + ": errors and throttles",
        function.metricErrors(Watch.byMinute("Sum")),
        function.metricThrottles(Watch.byMinute("Sum")));
  }

  /** Shows how many messages wait in a queue that nothing empties by itself. */
  static IWidget letters(String title, IQueue queue) {
    return counts(title, new QueueMetrics(queue).waiting());
  }

  static IWidget counts(String title, IMetric... metrics) {
    return graph(title, "count", metrics);
  }

  static IWidget times(String title, String unit, IMetric... metrics) {
    return graph(title, unit, metrics);
  }

  private static IWidget graph(String title, String unit, IMetric... metrics) {
    return GraphWidget.Builder.create()
        .title(title)
        .left(List.of(metrics))
        .leftYAxis(YAxisProps.builder().label(unit).showUnits(false).min(0).build())
        .width(QUARTER)
        .height(HEIGHT)
        .build();
  }
}
