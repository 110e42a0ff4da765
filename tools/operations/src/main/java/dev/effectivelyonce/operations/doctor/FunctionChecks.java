package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deployed.FunctionFacts;
import dev.effectivelyonce.operations.deployed.MappingFacts;
import dev.effectivelyonce.operations.store.StoreUrl;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Rules of a consumer's function, and of what goes together with its queues. */
final class FunctionChecks {
  /** AWS's own rule, so that Lambda can retry a throttled batch while its messages are hidden. */
  private static final int VISIBILITY_FACTOR = 6;

  /** An incident of a service or a bad deployment is over by then, or somebody has acted. */
  static final Duration AN_OUTAGE = Duration.ofMinutes(30);

  private FunctionChecks() {}

  static void visibility(
      FunctionFacts function, MappingFacts mapping, QueueSettings source, Examination found) {
    Duration least = function.timeout().multipliedBy(VISIBILITY_FACTOR).plus(mapping.window());
    found.require(
        source.visibility().compareTo(least) >= 0,
        source.name(),
        "its visibility timeout is %s, under 6 x the function's timeout plus the batching window"
                .formatted(source.visibility())
            + " ("
            + least
            + ")",
        "Raise it to "
            + least.toSeconds()
            + " s, or lower the function's timeout: a message could"
            + " be delivered again while its batch still runs");
  }

  static void receives(FunctionFacts function, QueueSettings source, Examination found) {
    String variable = EnvironmentVariables.MAX_RECEIVE_COUNT;
    value(function, variable)
        .ifPresent(
            told ->
                source
                    .redrive()
                    .ifPresent(
                        redrive ->
                            found.require(
                                told.equals(Integer.toString(redrive.maxReceiveCount())),
                                function.name(),
                                "%s is %s, but the queue's maxReceiveCount is %s"
                                    .formatted(variable, told, redrive.maxReceiveCount()),
                                "Set both to the same number; the construct IdempotentConsumer"
                                    + " does")));
  }

  /**
   * Checks the outage that messages survive, by the settings of the function. A backoff that its
   * code sets does not show in them.
   */
  static void outage(FunctionFacts function, QueueSettings source, Examination found) {
    source
        .redrive()
        .ifPresent(
            redrive ->
                outage(
                    function,
                    source,
                    redrive.maxReceiveCount(),
                    told(function, EnvironmentVariables.OUTAGE_TOLERANCE),
                    found));
  }

  private static void outage(
      FunctionFacts function,
      QueueSettings source,
      int receives,
      Optional<Duration> stated,
      Examination found) {
    Backoff backoff = backoff(function).within(source.visibility());
    Duration survived = backoff.survived(receives);
    found.note(
        "Messages of %s survive an outage of %s: %s receives, waits from %s to %s"
            .formatted(source.name(), survived, receives, backoff.first(), backoff.longest()));
    Duration least = stated.filter(it -> it.compareTo(AN_OUTAGE) > 0).orElse(AN_OUTAGE);
    String enough =
        backoff.receivesFor(least).stream()
            .mapToObj(it -> "set its maxReceiveCount to " + it)
            .findFirst()
            .orElse("raise its visibility timeout");
    found.expect(
        survived.compareTo(least) >= 0,
        source.name(),
        stated.map("to survive an outage of %s is stated, but "::formatted).orElse("")
            + "its messages are dead-lettered after one of "
            + survived,
        "State outageTolerance on the construct IdempotentConsumer, or %s, for an outage of %s"
            .formatted(enough, least));
  }

  private static Optional<Duration> told(FunctionFacts function, String variable) {
    return value(function, variable).flatMap(FunctionChecks::duration);
  }

  private static Backoff backoff(FunctionFacts function) {
    Backoff standard = Backoff.standard();
    try {
      return new Backoff(
          told(function, EnvironmentVariables.BACKOFF_FIRST).orElse(standard.first()),
          told(function, EnvironmentVariables.BACKOFF_LONGEST).orElse(standard.longest()));
    } catch (ConfigurationException e) {
      // The function does not start with it, and says so.
      return standard;
    }
  }

  static void retention(FunctionFacts function, QueueChecks.Kept queues, Examination found) {
    outlives(
        function,
        queues.source().plus(queues.deadLetters()),
        "what both queues keep a message",
        found);
  }

  static void outlives(FunctionFacts function, Duration least, String what, Examination found) {
    value(function, EnvironmentVariables.RETENTION)
        .ifPresent(
            told ->
                found.require(
                    duration(told).filter(it -> it.compareTo(least) >= 0).isPresent(),
                    function.name(),
                    "%s is %s, not at least %s (%s together)"
                        .formatted(EnvironmentVariables.RETENTION, told, what, least),
                    "Raise it: a late redelivery would find no record and run again"));
  }

  /** Checks that the function and the configuration mean the same records. */
  static void identity(FunctionFacts function, ConsumerEntry consumer, Examination found) {
    if (OperatorContext.isElsewhere(consumer)) {
      new ServerChecks(function, StoreUrl.of(consumer.table()), found).examine();
    } else {
      table(function, consumer.table(), found);
    }
    consumer(function, consumer.name(), found);
    mode(function, found);
    consumer.retention().ifPresent(it -> configuration(function, it, found));
  }

  private static void configuration(
      FunctionFacts function, Duration configured, Examination found) {
    value(function, EnvironmentVariables.RETENTION)
        .ifPresent(
            told ->
                found.expect(
                    duration(told).filter(configured::equals).isPresent(),
                    "configuration",
                    "its retention is %s, the function's %s".formatted(configured, told),
                    "Write the function's: replay judges by it how old a message may be"));
  }

  private static void table(FunctionFacts function, String table, Examination found) {
    value(function, EnvironmentVariables.TABLE)
        .ifPresent(
            told ->
                found.require(
                    told.equals(table) || told.endsWith("/" + table),
                    function.name(),
                    "%s is %s, not the configuration's %s"
                        .formatted(EnvironmentVariables.TABLE, told, table),
                    "Correct the configuration, or the function: commands would look at other"
                        + " records"));
  }

  /** A stack that was made by hand may not tell the name. */
  private static void consumer(FunctionFacts function, String name, Examination found) {
    String told = function.environment().getOrDefault(EnvironmentVariables.CONSUMER, name);
    found.require(
        told.equals(name),
        function.name(),
        "%s is %s, not the configuration's %s".formatted(EnvironmentVariables.CONSUMER, told, name),
        "Correct the configuration, or the construct's consumerName: commands would look at other"
            + " records");
  }

  private static void mode(FunctionFacts function, Examination found) {
    found.expect(
        !function
            .environment()
            .getOrDefault(EnvironmentVariables.MODE, "ENFORCE")
            .equals("OBSERVE"),
        function.name(),
        EnvironmentVariables.MODE + " is OBSERVE: every message runs, duplicates too",
        "Set ENFORCE when the metric wouldSkip is understood");
  }

  /** What is missing is a finding of {@link VariableChecks}. */
  private static Optional<String> value(FunctionFacts function, String variable) {
    return Optional.ofNullable(function.environment().get(variable)).filter(it -> !it.isBlank());
  }

  private static Optional<Duration> duration(String text) {
    try {
      return Optional.of(Duration.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
