package dev.effectivelyonce.replay.lambda;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayRequest;
import dev.effectivelyonce.replay.RunMode;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The event of the replay function. Only {@code queue} is required; other fields default to those
 * of {@link ReplayRequest#everything}. Null is refused: a value that a script did not find must not
 * mean everything.
 *
 * @param queue whose dead letters
 * @param request what to do
 */
record ReplayEvent(String queue, ReplayRequest request) {
  private static final Set<String> FIELDS =
      Set.of(
          "queue",
          "dryRun",
          "maxMessages",
          "ratePerSecond",
          "keys",
          "force",
          "error",
          "minAgeSeconds",
          "maxAgeSeconds",
          "cause",
          "decisions",
          "groups",
          "messageIds");

  /**
   * Reads an event.
   *
   * @throws ConfigurationException if a field is unknown, of another type, or out of its bounds
   */
  static ReplayEvent of(@Nullable Map<String, ?> given) {
    Map<String, ?> event = given == null ? Map.of() : given;
    refuseUnknown(event);
    Fields fields = new Fields(event);
    ReplayRequest request =
        new ReplayRequest(
            fields.flag("dryRun") ? RunMode.DRY_RUN : RunMode.REPLAY,
            fields.whole("maxMessages").map(ReplayEvent::limit).orElse(ReplayRequest.UNLIMITED),
            fields
                .number("ratePerSecond")
                .map(rate -> OptionalDouble.of(rate.doubleValue()))
                .orElse(OptionalDouble.empty()),
            filter(fields),
            fields.flag("force") ? Force.ON : Force.OFF);
    return new ReplayEvent(
        fields
            .text("queue")
            .orElseThrow(
                () ->
                    new ConfigurationException(
                        "The request names no \"queue\"", "Send {\"queue\": \"orders\"}")),
        request);
  }

  private static ReplayFilter filter(Fields fields) {
    return new ReplayFilter(
        fields.texts("keys"),
        fields.text("error"),
        fields.whole("minAgeSeconds").map(ReplayEvent::age),
        fields.whole("maxAgeSeconds").map(ReplayEvent::age),
        fields.text("cause"),
        fields.texts("decisions"),
        fields.texts("groups"),
        fields.texts("messageIds"));
  }

  private static void refuseUnknown(Map<String, ?> event) {
    Set<String> unknown = new TreeSet<>(event.keySet());
    unknown.removeAll(FIELDS);
    if (!unknown.isEmpty()) {
      throw new ConfigurationException(
          "The request has the unknown fields " + unknown, "Use some of " + new TreeSet<>(FIELDS));
    }
  }

  private static int limit(long value) {
    return Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static Duration age(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  /** Reads the fields by their types. */
  private record Fields(Map<String, ?> event) {
    private static final String SOME_STRINGS = "a list of strings, or leave it out for all";

    boolean flag(String name) {
      return field(name, Boolean.class, "true or false").orElse(false);
    }

    Optional<String> text(String name) {
      return field(name, String.class, "a string");
    }

    Optional<Number> number(String name) {
      return field(name, Number.class, "a number");
    }

    Optional<Long> whole(String name) {
      return number(name).map(wholeOf(name));
    }

    Set<String> texts(String name) {
      return field(name, Collection.class, SOME_STRINGS)
          .map(values -> strings(name, values))
          .orElse(Set.of());
    }

    private <T> Optional<T> field(String name, Class<T> type, String expected) {
      if (!event.containsKey(name)) {
        return Optional.empty();
      }
      if (!type.isInstance(event.get(name))) {
        throw wrong(name, expected);
      }
      return Optional.of(type.cast(event.get(name)));
    }

    private static Function<Number, Long> wholeOf(String name) {
      return number -> {
        if (number instanceof Integer || number instanceof Long) {
          return number.longValue();
        }
        throw wrong(name, "a whole number");
      };
    }

    private static Set<String> strings(String name, Collection<?> values) {
      // An empty list, such as a search that found nothing, must not mean everything.
      if (!values.isEmpty() && values.stream().allMatch(String.class::isInstance)) {
        return values.stream().map(String.class::cast).collect(Collectors.toSet());
      }
      throw wrong(name, SOME_STRINGS);
    }

    private static ConfigurationException wrong(String name, String expected) {
      return new ConfigurationException(
          "The field \"" + name + "\" of the request can't be used", "Give " + expected);
    }
  }
}
