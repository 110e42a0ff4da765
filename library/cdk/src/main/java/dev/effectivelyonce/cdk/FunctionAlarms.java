package dev.effectivelyonce.cdk;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** Makes every {@link FunctionAlarm} of a function. */
record FunctionAlarms(IQueue givenUp, Function function, ConsumerMetrics metrics) {

  Map<FunctionAlarm, Alarm> under(Construct owner, AlarmNotice notice) {
    Map<FunctionAlarm, Alarm> alarms = new EnumMap<>(FunctionAlarm.class);
    for (FunctionAlarm kind : FunctionAlarm.values()) {
      alarms.put(kind, notice.alarm(owner, text(kind), watch(kind)));
    }
    return Collections.unmodifiableMap(alarms);
  }

  /** Returns the alarms that a new version can cause and that end when it is gone. */
  static List<IAlarm> rollingBack(Map<FunctionAlarm, Alarm> alarms) {
    return Stream.of(
            FunctionAlarm.HELD,
            FunctionAlarm.SUPERSEDED,
            FunctionAlarm.UNRECORDED,
            FunctionAlarm.STORE_FAILED,
            FunctionAlarm.ERRORS)
        .<IAlarm>map(alarms::get)
        .toList();
  }

  private static AlarmText text(FunctionAlarm kind) {
    return switch (kind) {
      case GIVEN_UP ->
          new AlarmText("GivenUpAlarm", "given-up", "events wait that Lambda has given up");
      case STORE_FAILED ->
          new AlarmText("StoreFailedAlarm", "store-failed", "the table of records is not usable");
      case HELD -> ConsumerAlarm.HELD.text();
      case SUPERSEDED -> ConsumerAlarm.SUPERSEDED.text();
      case UNRECORDED -> ConsumerAlarm.UNRECORDED.text();
      case KEY_REUSED -> ConsumerAlarm.KEY_REUSED.text();
      case FOREIGN -> ConsumerAlarm.FOREIGN.text();
      case ERRORS -> ConsumerAlarm.ERRORS.text();
      case THROTTLES -> ConsumerAlarm.THROTTLES.text();
    };
  }

  private Watch watch(FunctionAlarm kind) {
    return switch (kind) {
      case GIVEN_UP ->
          Watch.once(
              givenUp.metricApproximateNumberOfMessagesVisible(Watch.byMinute("Maximum")), 1);
      case HELD -> Watch.once(metrics.count("held"), 1);
      case SUPERSEDED -> Watch.once(metrics.count("superseded"), 1);
      case UNRECORDED -> Watch.once(metrics.count("unrecorded"), 1);
      case KEY_REUSED -> Watch.once(metrics.count("keyReused"), 1);
      case FOREIGN -> Watch.once(metrics.count("dedup.foreign"), 1);
      case STORE_FAILED -> Watch.lasting(metrics.count("storeFailed"));
      case ERRORS -> Watch.lasting(function.metricErrors(Watch.byMinute("Sum")));
      case THROTTLES -> Watch.lasting(function.metricThrottles(Watch.byMinute("Sum")));
    };
  }
}
