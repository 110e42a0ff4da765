package dev.effectivelyonce.operations.deployed;

import dev.effectivelyonce.operations.aws.Clients;
import dev.effectivelyonce.operations.aws.Service;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.cloudwatch.model.AlarmType;
import software.amazon.awssdk.services.cloudwatch.model.DescribeAlarmsResponse;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.MetricDataQuery;
import software.amazon.awssdk.services.cloudwatch.model.MetricDataResult;
import software.amazon.awssdk.services.cloudwatch.model.StateValue;

/** Reads metrics, and which alarms ring. */
public record MetricLookups(Clients clients) {
  private static final Duration SPAN = Duration.ofMinutes(5);
  private static final int PERIOD_SECONDS = 60;

  /**
   * An alarm that rings.
   *
   * @param name its name
   * @param since when its state changed
   * @param description what it says
   */
  public record RingingAlarm(String name, Instant since, String description) {}

  /**
   * Returns what the metrics of a queue and of a function tell. What has no data is not in the map,
   * such as the errors of a function that nothing invoked.
   */
  public LookupResult<Map<Measure, Long>> measures(
      Optional<String> queue, Optional<String> function, Instant now) {
    List<MetricDataQuery> queries =
        Arrays.stream(Measure.values())
            .flatMap(
                measure -> measure.of(queue, function).map(name -> query(measure, name)).stream())
            .toList();
    return LookupResult.ask(clients, Service.CLOUDWATCH, () -> measures(queries, now));
  }

  private Map<Measure, Long> measures(List<MetricDataQuery> queries, Instant now) {
    Map<Measure, Long> measures = new EnumMap<>(Measure.class);
    if (queries.isEmpty()) {
      return measures;
    }
    Instant until = now.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES);
    clients
        .cloudWatch()
        .getMetricDataPaginator(
            request ->
                request.metricDataQueries(queries).startTime(until.minus(SPAN)).endTime(until))
        .metricDataResults()
        .forEach(result -> add(result, measures));
    return measures;
  }

  /** The newest value comes first. */
  private static void add(MetricDataResult result, Map<Measure, Long> measures) {
    Measure measure = Measure.valueOf(result.id().toUpperCase(Locale.ROOT));
    result
        .values()
        .forEach(
            value ->
                measures.merge(
                    measure,
                    Math.round(value),
                    (newer, older) -> measure.isState() ? newer : newer + older));
  }

  private static MetricDataQuery query(Measure measure, String name) {
    Dimension dimension = Dimension.builder().name(measure.scope.dimension).value(name).build();
    return MetricDataQuery.builder()
        .id(measure.name().toLowerCase(Locale.ROOT))
        .metricStat(
            stat ->
                stat.period(PERIOD_SECONDS)
                    .stat(measure.scope.statistic)
                    .metric(
                        metric ->
                            metric
                                .namespace(measure.scope.namespace)
                                .metricName(measure.metric)
                                .dimensions(dimension)))
        .build();
  }

  /** Returns the alarms of a stack that ring now. */
  public LookupResult<List<RingingAlarm>> ringing(String stack) {
    return LookupResult.ask(
        clients,
        Service.CLOUDWATCH,
        () -> {
          List<RingingAlarm> ringing = new ArrayList<>();
          clients
              .cloudWatch()
              .describeAlarmsPaginator(
                  request ->
                      request
                          .alarmNamePrefix(stack + "-")
                          .alarmTypes(AlarmType.METRIC_ALARM, AlarmType.COMPOSITE_ALARM)
                          .stateValue(StateValue.ALARM))
              .forEach(page -> add(page, ringing));
          return List.copyOf(ringing);
        });
  }

  private static void add(DescribeAlarmsResponse page, List<RingingAlarm> ringing) {
    page.metricAlarms()
        .forEach(
            it ->
                ringing.add(
                    ringing(it.alarmName(), it.stateUpdatedTimestamp(), it.alarmDescription())));
    page.compositeAlarms()
        .forEach(
            it ->
                ringing.add(
                    ringing(it.alarmName(), it.stateUpdatedTimestamp(), it.alarmDescription())));
  }

  private static RingingAlarm ringing(String name, Instant since, String description) {
    return new RingingAlarm(name, since, description == null ? "" : description);
  }
}
