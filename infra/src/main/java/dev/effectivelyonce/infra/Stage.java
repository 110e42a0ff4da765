package dev.effectivelyonce.infra;

import dev.effectivelyonce.cdk.DataLifecycle;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import software.amazon.awscdk.services.logs.RetentionDays;

/**
 * The settings in which one deployment of the stack differs from another.
 *
 * @param name the last part of the stack's name
 * @param functionTimeout how long an invocation may take; the queues' visibility follows from it
 * @param replayTimeout how long one replay of dead letters may take
 * @param outageTolerance how long an outage messages survive; how often they are received follows
 *     from it
 * @param memoryMib the functions' memory
 * @param maximumConcurrency how many invocations each queue may have at once
 * @param warmWritesPerSecond what the tables of records, of outgoing messages and of effects take
 *     from the start
 * @param logRetention how long logs are kept
 * @param lifecycle what becomes of tables, queues and logs when the stack goes
 * @param rollout how a new version takes over
 * @param environment variables that both consumers' functions get
 */
public record Stage(
    String name,
    Duration functionTimeout,
    Duration replayTimeout,
    Duration outageTolerance,
    int memoryMib,
    int maximumConcurrency,
    OptionalInt warmWritesPerSecond,
    RetentionDays logRetention,
    DataLifecycle lifecycle,
    Rollout rollout,
    Map<String, String> environment) {
  private static final String SIMULATE = "SIMULATE";
  private static final Duration GATEWAY_OUTAGE = Duration.ofSeconds(150);

  /** Copies what could change. */
  public Stage {
    environment = Map.copyOf(environment);
  }

  /** Returns the stage for developing: everything is deleted with the stack. */
  public static Stage dev() {
    return new Stage(
        "dev",
        Duration.ofSeconds(30),
        Duration.ofMinutes(15),
        Duration.ofMinutes(30),
        1024,
        10,
        OptionalInt.empty(),
        RetentionDays.ONE_WEEK,
        DataLifecycle.DISCARD,
        Rollout.AT_ONCE,
        Map.of(SIMULATE, "off"));
  }

  /**
   * Returns the stage for work that counts: data stays when the stack goes, and a new version takes
   * over step by step. 1769 MiB is one full processor.
   */
  public static Stage prod() {
    return new Stage(
        "prod",
        Duration.ofSeconds(30),
        Duration.ofMinutes(15),
        Duration.ofMinutes(30),
        1769,
        100,
        OptionalInt.of(12_000),
        RetentionDays.SIX_MONTHS,
        DataLifecycle.KEEP,
        Rollout.GRADUAL,
        Map.of(SIMULATE, "off"));
  }

  /**
   * Returns the stage for trying failures out: short timeouts, few receives, and the {@code
   * simulate} attribute is honoured. It runs mostly where there is no SnapStart, so its JVMs start
   * quickly by the first compiler alone.
   */
  public static Stage trial() {
    return new Stage(
        "trial",
        Duration.ofSeconds(5),
        Duration.ofSeconds(60),
        Duration.ofSeconds(3),
        1024,
        4,
        OptionalInt.empty(),
        RetentionDays.ONE_DAY,
        DataLifecycle.DISCARD,
        Rollout.AT_ONCE,
        Map.of(
            SIMULATE, "on", "JAVA_TOOL_OPTIONS", "-XX:+TieredCompilation -XX:TieredStopAtLevel=1"));
  }

  /** Every stage that {@link #named} knows. */
  public static List<Stage> all() {
    return List.of(dev(), prod(), trial());
  }

  /**
   * The stage of that name.
   *
   * @throws UnusableInputException if there is none
   */
  public static Stage named(String name) {
    return all().stream()
        .filter(stage -> stage.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UnusableInputException(
                    "Unknown stage '%s': set %s.".formatted(name, options())));
  }

  Stage with(DataLifecycle other) {
    return changed(other, rollout);
  }

  Stage with(Rollout other) {
    return changed(lifecycle, other);
  }

  private Stage changed(DataLifecycle newLifecycle, Rollout newRollout) {
    return new Stage(
        name,
        functionTimeout,
        replayTimeout,
        outageTolerance,
        memoryMib,
        maximumConcurrency,
        warmWritesPerSecond,
        logRetention,
        newLifecycle,
        newRollout,
        environment);
  }

  /**
   * Returns what fulfilment survives: even on the stage for trials its gateway fails for a while.
   */
  Duration survivesGatewayOutageOf() {
    return Collections.max(List.of(outageTolerance, GATEWAY_OUTAGE));
  }

  /** Returns whether its functions carry out faults that messages ask for. */
  boolean simulates() {
    return "on".equals(environment.get(SIMULATE));
  }

  /** The name of this stage's stack. */
  public String stackName() {
    return "EffectivelyOnce-" + name;
  }

  private static String options() {
    return all().stream()
        .map(stage -> "-c stage=" + stage.name())
        .collect(Collectors.joining(" or "));
  }
}
