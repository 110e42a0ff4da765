package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * A scheduled Lambda function that deletes expired records from a PostgreSQL database, because
 * PostgreSQL has no time to live. One sweeper per database is enough, no matter how many consumers
 * share the database.
 *
 * <p>An alarm rings when no sweep has succeeded for three intervals. Until then the tables grow,
 * but expired records still count as absent.
 */
public final class RelationalSweeper extends Construct {
  private static final AlarmText UNSWEPT =
      new AlarmText("UnsweptAlarm", "unswept", "expired records are not deleted");

  private final Function function;
  private final Alarm unsweptAlarm;

  private RelationalSweeper(Builder settings) {
    super(settings.scope, settings.id);
    this.function = settings.add(this, settings.every, settings.timeout, Map.of(), Stream.empty());
    this.unsweptAlarm =
        settings.alarmNotice().alarm(this, UNSWEPT, Watch.heartbeat(function, settings.every));
    settings.tag(this);
  }

  /** Returns the function that deletes the records. */
  public Function function() {
    return function;
  }

  /** Returns the alarm that rings when no sweep has succeeded for three intervals. */
  public Alarm unsweptAlarm() {
    return unsweptAlarm;
  }

  /** Builds a sweeper and checks its settings. */
  public static final class Builder extends RelationalFunctionBuilder<Builder> {
    private static final Duration SELDOM = Duration.ofDays(1);

    private Duration every = Duration.ofHours(1);
    private Duration timeout = Duration.ofMinutes(5);

    private Builder(Construct scope, String id) {
      super(scope, id);
    }

    /** Returns a builder for a sweeper in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /**
     * Sets how often it sweeps, in whole minutes. Default: one hour; at least {@link #timeout} and
     * at most a day.
     */
    public Builder every(Duration every) {
      this.every = every;
      return this;
    }

    /**
     * Sets how long one sweep may take, in whole seconds, 900 at most. Default: 5 min. Even sweeps
     * that run out of time reach every position in the long run.
     */
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    @Override
    public RelationalSweeper build() {
      check();
      return new RelationalSweeper(this);
    }

    @Override
    Stream<List<String>> problems() {
      return Stream.concat(
          super.problems(), Stream.of(FunctionRules.timeoutProblems(timeout), everyProblems()));
    }

    private List<String> everyProblems() {
      return new Problems()
          .when(
              every.compareTo(timeout) < 0
                  || every.compareTo(SELDOM) > 0
                  || !every.equals(Duration.ofMinutes(every.toMinutes())),
              "every is %s: set whole minutes, no less than timeout (%s) and a day at most.",
              every,
              timeout)
          .all();
    }
  }
}
