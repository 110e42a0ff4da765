package dev.effectivelyonce.simulation.guards;

import java.util.Comparator;
import java.util.Optional;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs the tests of a class, which is loaded apart, by JUnit's own launcher. */
public final class PlainTests {
  private PlainTests() {}

  /**
   * Runs them.
   *
   * @param className of the tests
   * @return the class, nothing, and the first of the tests that fail by its name, if one does
   * @throws IllegalStateException if there is none
   */
  public static Optional<String[]> firstBroken(String className) {
    SummaryGeneratingListener heard = new SummaryGeneratingListener();
    Class<?> tests = tests(className);
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(tests))
                .build(),
            heard);
    TestExecutionSummary summary = heard.getSummary();
    if (summary.getTestsStartedCount() == 0) {
      throw new IllegalStateException("No test in " + className);
    }
    return summary.getFailures().stream()
        .map(it -> name(it.getTestIdentifier()))
        .min(Comparator.naturalOrder())
        .map(test -> new String[] {tests.getSimpleName(), "", test});
  }

  private static Class<?> tests(String className) {
    try {
      return Class.forName(className);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("Not runnable: " + className, e);
    }
  }

  /** A row of a table goes by the name of its method. */
  private static String name(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(source -> ((MethodSource) source).getMethodName())
        .orElseGet(test::getDisplayName);
  }
}
