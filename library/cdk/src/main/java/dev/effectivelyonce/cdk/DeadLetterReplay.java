package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * A Lambda function that an operator invokes to bring back messages that failed for good, from the
 * dead-letter queues and parking queues of consumers. The construct includes permissions, logs and
 * an alarm.
 *
 * <p>It is a plain function, without alias, snapshot or event source. A person calls it
 * occasionally and waits for it, so a slower start does no harm, and versions would be of no use.
 * It may read and reopen the consumers' records, move messages from their dead-letter queues to
 * their source queues, and invoke the functions that have parked records, but nothing else.
 */
public final class DeadLetterReplay extends Construct {
  private static final AlarmText ERRORS =
      new AlarmText("ErrorsAlarm", "replay-errors", "a replay ended with an error");

  private final Function function;
  private final Alarm errorsAlarm;

  private DeadLetterReplay(Builder settings) {
    super(settings.scope, settings.id);
    this.function = JavaFunction.under(this, settings.functionSettings(), UnaryOperator.identity());
    this.errorsAlarm =
        settings
            .alarmNotice()
            .alarm(this, ERRORS, Watch.once(function.metricErrors(Watch.byMinute("Sum")), 1));
    settings.tag(this);
  }

  /** Returns the function. Invoke it by name. */
  public Function function() {
    return function;
  }

  /**
   * Returns the alarm that rings for each failed invocation, because someone waits for its answer.
   */
  public Alarm errorsAlarm() {
    return errorsAlarm;
  }

  /** Builds a replay and checks its settings. */
  public static final class Builder extends FunctionBuilder<Builder> {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    private final List<ReplayedConsumer> consumers = new ArrayList<>();
    private Duration timeout = Duration.ofMinutes(15);

    private Builder(Construct scope, String id) {
      super(scope, id);
    }

    /** Returns a builder for a replay in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /**
     * Sets the function's handler, as {@code package.Class::handleRequest}: a class of yours that
     * passes events on to the library's {@code ReplayFunction}. Required.
     */
    public Builder handler(String handler) {
      this.handler = Optional.of(handler);
      return this;
    }

    /**
     * Adds a consumer whose dead letters the function replays. At least one is required, and all
     * must keep their records in the same table. Lambda's environment has room for about a dozen
     * consumers; create another replay for further ones. The function gets the variables {@code
     * NAME_QUEUE_URL}, {@code NAME_DEAD_LETTER_QUEUE_URL} and {@code NAME_RETENTION} for it.
     *
     * @param name the name of its queue in requests: lower-case letters, digits and hyphens
     */
    public Builder consumer(String name, IdempotentConsumer consumer) {
      this.consumers.add(ReplayedConsumer.of(name, consumer, consumer.queues()));
      return this;
    }

    /** Adds a service, as {@link #consumer(String, IdempotentConsumer)} adds a function. */
    public Builder consumer(String name, IdempotentWorkerService service) {
      this.consumers.add(ReplayedConsumer.of(name, service, service.queues()));
      return this;
    }

    /**
     * Adds a consumer whose parked records the function sends back, by invoking the consumer's
     * alias. The function gets the variables {@code NAME_PARKING_QUEUE_URL}, {@code NAME_FUNCTION},
     * {@code NAME_CONSUMER} and {@code NAME_RETENTION} for it.
     *
     * @param name the name of the consumer in requests: lower-case letters, digits and hyphens
     */
    public Builder consumer(String name, ParkingConsumer consumer) {
      this.consumers.add(ReplayedConsumer.of(name, consumer));
      return this;
    }

    /** Sets how long one replay may take, in whole seconds. Default: 15 minutes, the maximum. */
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    @Override
    public DeadLetterReplay build() {
      check();
      return new DeadLetterReplay(this);
    }

    @Override
    Stream<List<String>> problems() {
      return Stream.of(
          new Problems().missing("code", code).missing("handler", handler).all(),
          consumerProblems(),
          FunctionRules.timeoutProblems(timeout));
    }

    FunctionSettings functionSettings() {
      return settings(handler.orElseThrow(), timeout, variables(), rights());
    }

    private Map<String, String> variables() {
      Map<String, String> variables = new LinkedHashMap<>();
      variables.put(EnvironmentVariables.TABLE, table().getTableName());
      variables.putAll(variablesOfConsumers());
      return variables;
    }

    @Override
    Map<String, String> variablesOfConsumers() {
      Map<String, String> variables = new LinkedHashMap<>();
      consumers.forEach(consumer -> variables.putAll(consumer.variables()));
      return variables;
    }

    private List<Permission> rights() {
      return Stream.of(
              Stream.of(
                  Permission.of(table().getTableArn(), "dynamodb:GetItem", "dynamodb:UpdateItem")
                      .asNarrowAs(consumers.stream().map(ReplayedConsumer::consumer).toList())),
              Keys.toUse(table()),
              consumers.stream().flatMap(it -> it.rights().stream()).distinct())
          .flatMap(it -> it)
          .toList();
    }

    private ITable table() {
      return consumers.getFirst().consumer().idempotencyTable();
    }

    private List<String> consumerProblems() {
      if (consumers.isEmpty()) {
        return List.of("consumer is missing. Name at least one before build().");
      }
      Problems elsewhere = new Problems();
      for (ReplayedConsumer it : consumers) {
        elsewhere.when(
            it.consumer().table().isEmpty(),
            "consumer '%s' keeps its records in %s, which this function does not read. Leave it out"
                + " and use SQS's redrive: what is done is skipped, and what failed for good comes"
                + " back.",
            it.name(),
            it.consumer().server());
      }
      return elsewhere.isEmpty() ? problemsOfNames() : elsewhere.all();
    }

    private List<String> problemsOfNames() {
      Problems problems = new Problems();
      List<String> names = consumers.stream().map(ReplayedConsumer::name).toList();
      for (String name : names) {
        problems.when(
            !NAME.matcher(name).matches(),
            "consumer '%s' is no usable name. Use lower-case letters, digits and hyphens.",
            name);
      }
      problems.repeated(names, "consumer '%s' is given twice. Give each its own name.");
      for (ReplayedConsumer it : consumers) {
        String name = it.consumer().consumerName();
        problems.when(
            NAME.matcher(it.name()).matches() && !it.name().equals(asRequested(name)),
            "consumer '%s' is no consumer's name: that of %s is '%s'. Call it '%s' here.",
            it.name(),
            it.consumer().getNode().getPath(),
            name,
            asRequested(name));
      }
      String table = table().getTableArn();
      for (ReplayedConsumer it : consumers) {
        problems.when(
            !it.consumer().idempotencyTable().getTableArn().equals(table),
            "consumer '%s' keeps its records in another table. Make it a replay of its own.",
            it.name());
      }
      return problems.all();
    }

    /**
     * Returns the problem of another name than the consumer's, by which the function looks it up.
     */
    private static String asRequested(String consumerName) {
      return consumerName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }
  }
}
