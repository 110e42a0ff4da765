package dev.effectivelyonce.core;

import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What caused an exception. The exception of a user may throw where it is asked for its cause, or
 * have causes that go round in a circle.
 */
public final class Causes {
  private static final int MOST = 100;

  private Causes() {}

  /** Returns an exception and what caused it, as far as that is told; of a circle, so many. */
  public static Stream<Throwable> of(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Causes::causeOf).limit(MOST);
  }

  private static @Nullable Throwable causeOf(Throwable thrown) {
    try {
      return thrown.getCause();
    } catch (Throwable untold) {
      return null;
    }
  }
}
