package dev.effectivelyonce.infra.consumer;

import java.util.List;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.cloudwatch.TextWidget;
import software.amazon.awscdk.services.cloudwatch.YAxisProps;

/** The widgets of a dashboard, four in a row of 24 columns. */
final class Widgets {
  private static final int FULL_WIDTH = 24;
  private static final int QUARTER = 6;
  private static final int HEIGHT = 6;

  private Widgets() {}

  static List<IWidget> title(String text) {
    return List.of(
        TextWidget.Builder.create().markdown("## " + text).width(FULL_WIDTH).height(1).build());
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
