package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * A Lambda function that deletes expired records from a PostgreSQL database, on a schedule: there
 * is no time to live. One for each database is enough, whatever number of consumers share it.
 *
 * <p>An alarm rings when three sweeps in a row have failed. Until they succeed the tables grow;
 * what has expired counts as absent all the same.
 */
public final class RelationalSweeper extends Construct {
  private static final AlarmText UNSWEPT =
      new AlarmText("UnsweptAlarm", "unswept", "expired records are not deleted");

  private final Function function;
  private final Alarm unsweptAlarm;

  private RelationalSweeper(Draft draft) {
    super(draft.scope, draft.id);
    this.function = draft.add(this, draft.every, draft.timeout, Map.of(), Stream.empty());
    this.unsweptAlarm =
        draft
            .alarmNotice()
            .alarm(this, UNSWEPT, Watch.repeated(Watch.errors(function, draft.every)));
    draft.tag(this);
  }

  /** Returns the function that deletes. */
  public Function function() {
    return function;
  }

  /** Returns the alarm that rings when three sweeps in a row have failed. */
  public Alarm unsweptAlarm() {
    return unsweptAlarm;
  }

  private static final class Draft extends RelationalDraft {
    private static final Duration SELDOM = Duration.ofDays(1);

    private Duration every = Duration.ofHours(1);
    private Duration timeout = Duration.ofMinutes(5);

    Draft(Construct scope, String id) {
      super(scope, id);
    }

    @Override
    Stream<List<String>> problems() {
      return Stream.concat(
          super.problems(), Stream.of(FunctionRules.timeoutProblems(timeout), everyProblems()));
    }

    private List<String> everyProblems() {
      return every.compareTo(timeout) < 0
              || every.compareTo(SELDOM) > 0
              || !every.equals(Duration.ofMinutes(every.toMinutes()))
          ? List.of(
              "every is %s: set whole minutes, no less than timeout (%s) and a day at most."
                  .formatted(Durations.text(every), Durations.text(timeout)))
          : List.of();
    }
  }

  /** Collects the settings of a sweeper and checks them. */
  public static final class Builder extends FunctionBuilder<Builder> {
    private final Draft draft;

    private Builder(Draft draft) {
      super(draft);
      this.draft = draft;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Starts a sweeper under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new Draft(scope, id));
    }

    /**
     * Sets the function's handler, as {@code package.Class::handleRequest}: a class of yours that
     * calls the library's {@code PostgresSweeper}. Required.
     */
    public Builder handler(String handler) {
      draft.handler = Optional.of(handler);
      return this;
    }

    /**
     * Sets the database. Required. The login needs {@code SELECT, UPDATE, DELETE} on the tables of
     * records, the trail and what was observed.
     */
    public Builder relationalStore(RelationalStore store) {
      draft.store = Optional.of(store);
      return this;
    }

    /**
     * Sets how often it sweeps, in whole minutes. Default: an hour; at least {@link #timeout}, and
     * a day at most.
     */
    public Builder every(Duration every) {
      draft.every = every;
      return this;
    }

    /**
     * Sets how long one sweep may take, in whole seconds, 900 at most. Default: 5 min. Sweeps that
     * are short of time reach every place in the long run.
     */
    public Builder timeout(Duration timeout) {
      draft.timeout = timeout;
      return this;
    }

    /**
     * Adds the sweeper to the scope.
     *
     * @throws InvalidConstructException if something required is missing, or a setting is outside
     *     its limits; nothing is added then
     */
    public RelationalSweeper build() {
      draft.check();
      return new RelationalSweeper(draft);
    }
  }
}
