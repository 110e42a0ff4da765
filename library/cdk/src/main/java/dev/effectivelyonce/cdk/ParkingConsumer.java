package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/**
 * A Lambda function that consumes a source without dead letters, and parks what fails for good:
 * {@link IdempotentStreamConsumer}, {@link IdempotentKafkaConsumer} and {@link
 * IdempotentRabbitMqConsumer}.
 */
public abstract class ParkingConsumer extends Construct implements NamedConsumer {
  private final Queue parking;
  private final ConsumerFunction function;
  private final ConsumerMetrics metrics;
  private final Map<StreamAlarm, Alarm> alarms;
  private final ParkingDraft draft;

  ParkingConsumer(ParkingDraft draft) {
    super(draft.scope, draft.id);
    this.draft = draft;
    this.parking = draft.parkingFor(this);
    this.function = ConsumerFunction.create(this, draft.functionSettings(parking));
    draft.admit(function.function());
    draft.addEventSource(this, function, parking);
    this.metrics = new ConsumerMetrics(function.function().getFunctionName());
    this.alarms =
        new StreamAlarms(
                parking,
                function.function(),
                metrics,
                Stream.concat(Stream.of(draft.lagAlarm()), draft.givenUpAlarm().stream()).toList())
            .under(this, draft.alarmNotice());
    draft.gradualDeployment.ifPresent(
        steps ->
            GradualDeployment.add(this, function.live(), steps, RecordAlarms.rollingBack(alarms)));
    if (draft.snapshots == Snapshots.KEPT) {
      SnapshotSchedule.add(this, function.live(), SnapshotSchedule.EMPTY_BATCH);
    }
    draft.tag(this);
  }

  /**
   * Returns the queue of what failed for good. Where records have places, it has those of what
   * Lambda gave up, too.
   */
  public IQueue parkingQueue() {
    return parking;
  }

  /**
   * Returns the function. Invoke it through {@link #live()}: only published versions start from a
   * snapshot.
   */
  public Function function() {
    return function.function();
  }

  /** Returns the alias that the event source mapping calls. */
  public Alias live() {
    return function.live();
  }

  /** Returns the name that scopes the consumer's records. */
  @Override
  public String consumerName() {
    return draft.consumerName.orElseThrow();
  }

  @Override
  public Optional<ITable> table() {
    return draft.idempotencyTable;
  }

  @Override
  public String recordPlace() {
    return draft.recordPlace().orElseThrow();
  }

  /** Returns how long a record is kept after its last change. */
  public Duration recordRetention() {
    return draft.recordRetention();
  }

  /**
   * Returns one of the consumer's alarms.
   *
   * @throws NullPointerException if sources of this kind have no such alarm
   */
  public Alarm alarm(StreamAlarm kind) {
    return Objects.requireNonNull(alarms.get(kind), kind::name);
  }

  /**
   * Returns a metric that the library writes for this consumer, by the minute.
   *
   * @param name such as {@code executed} or {@code dedup.skip}
   * @param statistic such as {@code Sum} for counts, {@code p99} for times
   */
  public Metric metric(String name, String statistic) {
    return metrics.of(name, statistic);
  }

  RecordAccess recordAccess() {
    return draft.recordAccess;
  }

  ConsumerMetrics metrics() {
    return metrics;
  }

  LagAlarm lag() {
    return draft.lagAlarm();
  }

  Optional<LagAlarm> givenUp() {
    return draft.givenUpAlarm();
  }

  List<Alarm> alarms() {
    return List.copyOf(alarms.values());
  }
}
