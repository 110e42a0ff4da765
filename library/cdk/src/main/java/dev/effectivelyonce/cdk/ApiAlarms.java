package dev.effectivelyonce.cdk;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/** Makes every {@link ApiAlarm} of an API. */
record ApiAlarms(Function function, ConsumerMetrics metrics, ApiUrl url) {

  Map<ApiAlarm, Alarm> under(Construct api, AlarmNotice notice) {
    Map<ApiAlarm, Alarm> alarms = new EnumMap<>(ApiAlarm.class);
    for (ApiAlarm kind : kinds()) {
      alarms.put(kind, notice.alarm(api, kind.text(), watch(kind)));
    }
    return Collections.unmodifiableMap(alarms);
  }

  /** Returns the kinds to make: without a URL its server errors are counted elsewhere. */
  private Set<ApiAlarm> kinds() {
    return url == ApiUrl.NONE
        ? EnumSet.complementOf(EnumSet.of(ApiAlarm.SERVER_ERRORS))
        : EnumSet.allOf(ApiAlarm.class);
  }

  /** Returns the alarms that a new version can cause and that end when it is gone. */
  static List<IAlarm> rollingBack(Map<ApiAlarm, Alarm> alarms) {
    return Stream.of(
            ApiAlarm.HELD,
            ApiAlarm.SUPERSEDED,
            ApiAlarm.UNRECORDED,
            ApiAlarm.STORE_FAILED,
            ApiAlarm.SERVER_ERRORS,
            ApiAlarm.ERRORS)
        .flatMap(kind -> Optional.<IAlarm>ofNullable(alarms.get(kind)).stream())
        .toList();
  }

  private Watch watch(ApiAlarm kind) {
    return switch (kind) {
      case HELD -> Watch.once(metrics.count("held"), 1);
      case SUPERSEDED -> Watch.once(metrics.count("superseded"), 1);
      case UNRECORDED -> Watch.once(metrics.count("unrecorded"), 1);
      case FOREIGN -> Watch.once(metrics.count("dedup.foreign"), 1);
      case STORE_FAILED -> Watch.lasting(metrics.count("storeFailed"));
      case SERVER_ERRORS -> Watch.lasting(function.metric("Url5xxCount", Watch.byMinute("Sum")));
      case ERRORS -> Watch.lasting(function.metricErrors(Watch.byMinute("Sum")));
      case THROTTLES -> Watch.lasting(function.metricThrottles(Watch.byMinute("Sum")));
    };
  }
}
