package dev.effectivelyonce.http;

import dev.effectivelyonce.core.engine.ResultSerializer;
import java.util.Optional;

/** Keeps strings as they are, and nothing else. */
record StringResults() implements ResultSerializer {
  @Override
  public String serialize(Object value) {
    return (String) value;
  }

  @Override
  public Optional<String> whyNeverKept(Class<?> type) {
    return type == String.class
        ? Optional.empty()
        : Optional.of("The API keeps strings alone. Name another serializer by stepResults(…).");
  }
}
