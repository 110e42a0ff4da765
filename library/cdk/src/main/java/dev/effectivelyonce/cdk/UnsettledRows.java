package dev.effectivelyonce.cdk;

import java.util.List;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;

/** The part of a dashboard about records that are half done or held. */
final class UnsettledRows {
  private static final String TITLE = "Unsettled";

  private UnsettledRows() {}

  static List<List<IWidget>> of(UnsettledWatch watch) {
    return List.of(
        Widgets.title(TITLE),
        Widgets.alarms(TITLE, watch.allAlarms()),
        List.of(
            Widgets.times(
                TITLE + ": oldest record that is half done or held",
                "ms",
                watch.alarms().keySet().stream().map(watch::age).toArray(IMetric[]::new)),
            Widgets.durations(TITLE, watch.function()),
            Widgets.errors(TITLE, watch.function())));
  }
}
