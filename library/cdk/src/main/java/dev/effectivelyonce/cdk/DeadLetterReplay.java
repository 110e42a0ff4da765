package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Optional;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * A Lambda function that an operator invokes to bring back what failed for good: the messages of
 * consumers' dead-letter queues, and the records of their parking queues. It has its rights, its
 * logs and an alarm.
 *
 * <p>It is a plain function, without alias, snapshot or event source. A person calls it now and
 * then and waits for it, so a slower start does no harm, and versions would help nobody. It may
 * read and reopen the consumers' records, and move messages from their dead-letter queues to their
 * source queues. It may invoke the functions that have parked, and nothing else.
 */
public final class DeadLetterReplay extends Construct {
  private static final AlarmText ERRORS =
      new AlarmText("ErrorsAlarm", "replay-errors", "a replay ended with an error");

  private final Function function;
  private final Alarm errorsAlarm;

  private DeadLetterReplay(ReplayDraft draft) {
    super(draft.scope, draft.id);
    this.function = JavaFunction.under(this, draft.functionSettings()).build();
    this.errorsAlarm =
        draft
            .alarmNotice()
            .alarm(this, ERRORS, Watch.once(function.metricErrors(Watch.byMinute("Sum")), 1));
    draft.tag(this);
  }

  /** Returns the function, to be invoked by name. */
  public Function function() {
    return function;
  }

  /** Returns the alarm that rings at each invocation that fails: somebody waits for its answer. */
  public Alarm errorsAlarm() {
    return errorsAlarm;
  }

  /** Collects the settings of a replay and checks them. */
  public static final class Builder extends FunctionBuilder<Builder> {
    private final ReplayDraft draft;

    private Builder(ReplayDraft draft) {
      super(draft);
      this.draft = draft;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Starts a replay under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new ReplayDraft(scope, id));
    }

    /**
     * Sets the function's handler, as {@code package.Class::handleRequest}: a class of yours that
     * passes events on to the library's {@code ReplayFunction}. Required.
     */
    public Builder handler(String handler) {
      draft.handler = Optional.of(handler);
      return this;
    }

    /**
     * Adds a consumer whose dead letters the function replays. At least one; all must keep their
     * records in one table. The function gets the variables {@code NAME_QUEUE_URL}, {@code
     * NAME_DEAD_LETTER_QUEUE_URL} and {@code NAME_RETENTION} for it.
     *
     * @param name the name of its queue in requests: lower-case letters, digits and hyphens
     */
    public Builder consumer(String name, IdempotentConsumer consumer) {
      draft.consumers.add(ReplayDraft.Named.of(name, consumer));
      return this;
    }

    /**
     * Adds a consumer whose parked records the function sends back, by invoking the consumer's
     * alias. The function gets the variables {@code NAME_PARKING_QUEUE_URL}, {@code NAME_FUNCTION},
     * {@code NAME_CONSUMER} and {@code NAME_RETENTION} for it.
     *
     * @param name its name in requests: lower-case letters, digits and hyphens
     */
    public Builder consumer(String name, ParkingConsumer consumer) {
      draft.consumers.add(ReplayDraft.Named.of(name, consumer));
      return this;
    }

    /** Sets how long one replay may take, in whole seconds. Default: 15 minutes, the maximum. */
    public Builder timeout(Duration timeout) {
      draft.timeout = timeout;
      return this;
    }

    /**
     * Adds the replay to the scope.
     *
     * @throws InvalidConstructException if something required is missing, a name is unusable or
     *     given twice, or the consumers have different tables; nothing is added then
     */
    public DeadLetterReplay build() {
      draft.check();
      return new DeadLetterReplay(draft);
    }
  }
}
