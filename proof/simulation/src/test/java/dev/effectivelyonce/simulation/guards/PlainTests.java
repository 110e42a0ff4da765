package dev.effectivelyonce.simulation.guards;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs the plain tests of a class, those of its nested classes too. The annotations are known by
 * their names: the tests are loaded apart.
 */
public final class PlainTests {
  private static final String TEST = "org.junit.jupiter.api.Test";
  private static final String NESTED = "org.junit.jupiter.api.Nested";
  private static final String BEFORE = "org.junit.jupiter.api.BeforeEach";

  private PlainTests() {}

  /**
   * Runs them until one fails.
   *
   * @param className of the tests
   * @return the class, nothing, and the test, if one fails
   * @throws IllegalStateException if there is none
   */
  public static Optional<String[]> firstBroken(String className) {
    try {
      Class<?> tests = Class.forName(className);
      if (methods(tests, TEST).findAny().isEmpty() && nested(tests).findAny().isEmpty()) {
        throw new IllegalStateException("No test in " + className);
      }
      return firstBroken(tests, Optional.empty())
          .map(test -> new String[] {tests.getSimpleName(), "", test});
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Not runnable: " + className, e);
    }
  }

  private static Optional<String> firstBroken(Class<?> tests, Optional<Object> outer)
      throws ReflectiveOperationException {
    for (Method test : methods(tests, TEST).toList()) {
      if (!passes(tests, outer, test)) {
        return Optional.of(test.getName());
      }
    }
    for (Class<?> inner : nested(tests).toList()) {
      Optional<String> broken = firstBroken(inner, Optional.of(instance(tests, outer)));
      if (broken.isPresent()) {
        return broken;
      }
    }
    return Optional.empty();
  }

  private static boolean passes(Class<?> tests, Optional<Object> outer, Method test)
      throws ReflectiveOperationException {
    Object instance = instance(tests, outer);
    try {
      for (Method before : methods(tests, BEFORE).toList()) {
        Object ignored = before.invoke(instance);
      }
      Object ignored = test.invoke(instance);
      return true;
    } catch (InvocationTargetException e) {
      return false;
    }
  }

  private static Object instance(Class<?> tests, Optional<Object> outer)
      throws ReflectiveOperationException {
    Constructor<?> constructor = tests.getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return outer.isPresent() ? constructor.newInstance(outer.get()) : constructor.newInstance();
  }

  private static Stream<Class<?>> nested(Class<?> tests) {
    return lineage(tests)
        .flatMap(type -> Arrays.stream(type.getDeclaredClasses()))
        .filter(type -> has(type, NESTED) && !Modifier.isAbstract(type.getModifiers()));
  }

  private static Stream<Method> methods(Class<?> tests, String annotation) {
    return lineage(tests)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> has(method, annotation) && method.getParameterCount() == 0)
        .sorted(Comparator.comparing(Method::getName))
        .peek(method -> method.setAccessible(true));
  }

  private static Stream<Class<?>> lineage(Class<?> type) {
    return Stream.iterate(type, it -> it != null && it != Object.class, Class::getSuperclass);
  }

  private static boolean has(AnnotatedElement element, String annotation) {
    return Arrays.stream(element.getAnnotations())
        .anyMatch(it -> it.annotationType().getName().equals(annotation));
  }
}
