package dev.effectivelyonce.infra;

import dev.effectivelyonce.infra.consumer.ConsumerMode;
import dev.effectivelyonce.infra.consumer.DataLifecycle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is deployed: a stage, and what was said beside it for this time.
 *
 * @param stage the stage's settings, changed where something else was said
 * @param observed the consumers that count duplicates and run them
 * @param gateway the address of the payment gateway, without which there is no consumer fulfilment
 */
public record Deployment(Stage stage, Set<DeployedConsumer> observed, Optional<String> gateway) {
  /** Nobody listens there, in no function: what runs the stack puts its stand-in here. */
  static final String STAND_IN = "http://127.0.0.1:9";

  private static final Pattern ADDRESS = Pattern.compile("https://[A-Za-z0-9.:_/-]+");

  /** Copies what could change. */
  public Deployment {
    observed = Set.copyOf(observed);
  }

  /** A stage as it is. */
  public static Deployment of(Stage stage) {
    return new Deployment(stage, Set.of(), standIn(stage));
  }

  private static Optional<String> standIn(Stage stage) {
    return stage.simulates() ? Optional.of(STAND_IN) : Optional.empty();
  }

  private static String address(String value) {
    if (!ADDRESS.matcher(value).matches()) {
      throw new UnusableInputException(
          "The gateway '%s' is no address: set -c gateway=https://payments.example.com."
              .formatted(value));
    }
    return value;
  }

  /**
   * What {@code -c stage=…}, {@code -c data=…}, {@code -c rollout=…}, {@code -c observe=…} and
   * {@code -c gateway=…} say.
   *
   * @param context the value of a context setting, if it is set
   * @throws UnusableInputException if one has an unknown value
   */
  static Deployment from(Function<String, Optional<String>> context) {
    Stage stage = context.apply("stage").map(Stage::named).orElseGet(Stage::dev);
    Stage kept =
        context
            .apply("data")
            .map(value -> stage.with(choice("data", value, DataLifecycle.class)))
            .orElse(stage);
    Stage rolled =
        context
            .apply("rollout")
            .map(value -> kept.with(choice("rollout", value, Rollout.class)))
            .orElse(kept);
    return new Deployment(
        rolled,
        context.apply("observe").map(Deployment::consumers).orElseGet(Set::of),
        context.apply("gateway").map(Deployment::address).or(() -> standIn(rolled)));
  }

  ConsumerMode mode(DeployedConsumer consumer) {
    return observed.contains(consumer) ? ConsumerMode.OBSERVE : ConsumerMode.ENFORCE;
  }

  boolean discardsWhatTheStageKeeps() {
    return stage.lifecycle() == DataLifecycle.DISCARD
        && Stage.named(stage.name()).lifecycle() == DataLifecycle.KEEP;
  }

  private static Set<DeployedConsumer> consumers(String names) {
    return Arrays.stream(names.split(",", -1))
        .map(String::strip)
        .map(name -> choice("observe", name, DeployedConsumer.class))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static <E extends Enum<E>> E choice(String setting, String value, Class<E> choices) {
    return Stream.of(choices.getEnumConstants())
        .filter(choice -> asWritten(choice).equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                new UnusableInputException(
                    "Unknown %s '%s': set %s."
                        .formatted(setting, value, options(setting, choices))));
  }

  private static <E extends Enum<E>> String options(String setting, Class<E> choices) {
    return Stream.of(choices.getEnumConstants())
        .map(choice -> "-c " + setting + "=" + asWritten(choice))
        .collect(Collectors.joining(" or "));
  }

  private static String asWritten(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
