package dev.effectivelyonce.tests.words;

import dev.effectivelyonce.core.engine.ResultSerializer;

/** Keeps results that are whole numbers. */
public record Numbers() implements ResultSerializer {
  @Override
  public String serialize(Object value) {
    return value.toString();
  }

  @Override
  public <T> T deserialize(String text, Class<T> type) {
    return type.cast(Integer.valueOf(text));
  }
}
