package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.constructs.Construct;

/**
 * A construct that keeps idempotency records: the base class of {@link RecordedFunction} and {@link
 * IdempotentWorkerService}.
 *
 * @param <K> the kinds of its alarms
 */
public abstract class RecordedConstruct<K extends Enum<K>> extends Construct {
  /** The form of the names that the library takes. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final String consumerName;
  private final Optional<ITable> table;
  private final String storeLocation;
  private final Duration recordRetention;
  private final RecordAccess recordAccess;

  RecordedConstruct(
      ConstructBuilder<?> settings,
      RecordChoices records,
      String storeLocation,
      Duration recordRetention) {
    super(settings.scope, settings.id);
    this.consumerName = records.consumerName.orElseThrow();
    this.table = records.table;
    this.storeLocation = storeLocation;
    this.recordRetention = recordRetention;
    this.recordAccess = records.access;
  }

  /** Returns its alarms, in the order of their kinds. */
  abstract Map<K, Alarm> alarmsByKind();

  abstract ConsumerMetrics metrics();

  /** Returns the name that scopes its records. */
  public String consumerName() {
    return consumerName;
  }

  /** Returns the table of its records; empty if they are on a server. */
  public Optional<ITable> table() {
    return table;
  }

  /**
   * Returns the table of its records.
   *
   * @throws IllegalStateException if they are on a server
   */
  public ITable idempotencyTable() {
    return table.orElseThrow(
        () ->
            new IllegalStateException(
                "The records of %s are in %s: it has no table".formatted(consumerName, server())));
  }

  /** Returns the kind of server that has its records, for texts. */
  final String server() {
    return storeLocation.startsWith("redis:") ? "Redis" : "PostgreSQL";
  }

  /** Returns a unique name of the store of its records: a table's ARN or an address. */
  public String storeLocation() {
    return storeLocation;
  }

  /** Returns how long a record is kept after its last change. */
  public Duration recordRetention() {
    return recordRetention;
  }

  /**
   * Returns one of the construct's alarms.
   *
   * @throws NullPointerException if the construct has no alarm of this kind
   */
  public Alarm alarm(K kind) {
    return Objects.requireNonNull(alarmsByKind().get(kind), kind::name);
  }

  /**
   * Returns a metric that the library writes for this consumer, with a period of one minute.
   *
   * @param name the name of the metric, such as {@code executed} or {@code dedup.skip}
   * @param statistic the statistic, such as {@code Sum} for counts and {@code p99} for times
   */
  public Metric metric(String name, String statistic) {
    return metrics().of(name, statistic);
  }

  RecordAccess recordAccess() {
    return recordAccess;
  }

  List<Alarm> alarms() {
    return List.copyOf(alarmsByKind().values());
  }

  /** Returns what is wrong with one more consumer of this name in this place; empty if nothing. */
  static List<String> nameProblems(Construct scope, String name, String storeLocation) {
    if (!NAME.matcher(name).matches()) {
      return List.of(
          "consumerName '%s' is not valid. Use 1 to 64 characters of A-Z a-z 0-9 . _ -."
              .formatted(name));
    }
    return scope.getNode().getRoot().getNode().findAll().stream()
        .filter(RecordedConstruct.class::isInstance)
        .<RecordedConstruct<?>>map(RecordedConstruct.class::cast)
        .filter(other -> other.consumerName.equals(name))
        .filter(other -> other.storeLocation.equals(storeLocation))
        .map(
            other ->
                ("consumerName '%s' is that of %s too, on the same table: each would take the"
                        + " other's events for duplicates and lose them. Give each its own name, or"
                        + " its own table.")
                    .formatted(name, other.getNode().getPath()))
        .toList();
  }
}
