package dev.effectivelyonce.simulation.guards;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;

/** Calls into classes that are loaded apart: only the JDK's types cross. */
final class Isolated {
  private Isolated() {}

  /**
   * Calls a public static method that takes a text, and returns texts where it found something.
   *
   * @throws IllegalStateException if it throws
   */
  static Optional<String[]> call(
      ClassLoader classes, Class<?> type, String method, String argument) {
    try {
      Class<?> apart = classes.loadClass(type.getName());
      Optional<?> found =
          (Optional<?>) apart.getMethod(method, String.class).invoke(null, argument);
      return found.map(String[].class::cast);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("Failed in " + type.getSimpleName(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Not callable: " + type.getName() + "." + method, e);
    }
  }
}
