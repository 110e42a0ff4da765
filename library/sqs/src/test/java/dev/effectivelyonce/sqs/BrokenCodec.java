package dev.effectivelyonce.sqs;

import java.lang.reflect.Type;
import java.util.Optional;

/** A codec with a bug, which sees objects everywhere. */
final class BrokenCodec implements JsonCodec {
  @Override
  public <T> T read(String body, Class<T> type) {
    throw new IllegalStateException("a secret");
  }

  @Override
  public Optional<String> at(String body, String pointer) {
    throw new IllegalStateException("a secret");
  }

  @Override
  public String write(Object value) {
    throw new IllegalStateException("a secret");
  }

  @Override
  public KeyPlace placeOf(Type type, String pointer) {
    return KeyPlace.NEVER_A_VALUE;
  }
}
