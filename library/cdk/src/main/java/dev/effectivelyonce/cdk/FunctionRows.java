package dev.effectivelyonce.cdk;

import java.util.Arrays;
import java.util.List;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.lambda.Function;

/** The part of a dashboard about a function that runs its code once, whatever invokes it. */
final class FunctionRows {
  private FunctionRows() {}

  static List<List<IWidget>> of(String title, EffectivelyOnceFunction once) {
    Function function = once.function();
    RecordRows records = new RecordRows(title, function, once.metrics());
    return List.of(
        Widgets.title(title),
        Widgets.alarms(title, Arrays.stream(FunctionAlarm.values()).map(once::alarm).toList()),
        List.of(
            Widgets.counts(
                title + ": asynchronous events",
                function.metric("AsyncEventsReceived", Watch.byMinute("Sum")),
                function.metric("AsyncEventsDropped", Watch.byMinute("Sum")),
                function.metric("DestinationDeliveryFailures", Watch.byMinute("Sum"))),
            Widgets.times(
                title + ": oldest asynchronous event",
                "ms",
                function.metric("AsyncEventAge", Watch.byMinute("Maximum"))),
            Widgets.letters(title + ": given up", once.givenUpQueue()),
            records.observed()),
        records.calls("events"),
        records.invocations());
  }
}
