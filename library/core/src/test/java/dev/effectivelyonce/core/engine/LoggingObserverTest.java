package dev.effectivelyonce.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.effectivelyonce.core.Samples;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

class LoggingObserverTest {
  private final LoggingObserver observer = new LoggingObserver();

  @Test
  void aLineHasEveryFieldAndNotTheKey() {
    assertThat(logged(transition(Transition.Kind.RELEASED, Optional.of(new ErrorSummary("busy")))))
        .contains(
            "consumer=orders",
            "keyHash=" + Samples.ID.keyHash(),
            "attempt=2",
            "owner=first",
            "outcome=RELEASED",
            "elapsedMillis=1250",
            "why=busy")
        .doesNotContain("o-1001");
  }

  private static Transition thrown(Transition.Kind kind) {
    IllegalStateException exception = new IllegalStateException("card 4111");
    return transition(kind, Optional.of(ErrorSummary.of(exception)), Optional.of(exception));
  }

  @Test
  void aReleaseByAnExceptionIsAWarningWithItsTypeAndPlaceAndWithoutItsMessage() {
    assertThat(logged(thrown(Transition.Kind.RELEASED)))
        .startsWith("WARN ")
        .contains(
            "why=java.lang.IllegalStateException at " + getClass().getName() + ".thrown:",
            "outcome=RELEASED")
        .doesNotContain("4111");
  }

  @Test
  void aReleaseBecauseOfAMistakeOfTheServiceIsAWarning() {
    ErrorSummary refused = ErrorSummary.refused("The handler returned null");

    assertThat(logged(transition(Transition.Kind.RELEASED, Optional.of(refused))))
        .startsWith("WARN ");
  }

  @ParameterizedTest
  @EnumSource(names = {"RELEASED", "HELD"})
  void whereExceptionsAreLoggedTheyHaveMessageAndStackTrace(Transition.Kind kind) {
    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      LoggingObserver.exceptions().onTransition(thrown(kind));
      LoggingObserver.exceptions().onTransition(transition(kind, Optional.empty()));

      assertThat(log.lines())
          .singleElement(STRING)
          .startsWith("WARN ")
          .contains(
              "card 4111", "at " + getClass().getName(), "consumer=orders", "outcome=" + kind);
    }
  }

  @Test
  void withoutAReasonThereIsNoField() {
    assertThat(logged(transition(Transition.Kind.EXECUTED, Optional.empty())))
        .startsWith("INFO dev.effectivelyonce EXECUTED ")
        .doesNotContain("why");
  }

  @ParameterizedTest
  @EnumSource
  void aMessageThatCantBeReadIsAWarningWithItsReason(UnreadMessage.Kind kind) {
    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      observer.onUnreadable(
          new UnreadMessage(
              kind, new ConsumerName("orders"), Instant.EPOCH, new ErrorSummary("It is no JSON")));

      assertThat(log.lines())
          .singleElement(STRING)
          .startsWith("WARN ")
          .contains("consumer=orders", "outcome=" + kind, "why=It is no JSON");
    }
  }

  @Test
  void aReasonPassesNeitherForALineNorForWhatMovesATerminal() {
    ErrorSummary forged = new ErrorSummary("busy\nFORGED\r\u001b[2J\u2028\u202e");
    String shown = "why=busy\\nFORGED\\u000d\\u001b[2J\\u2028\\u202e";

    assertThat(logged(transition(Transition.Kind.RELEASED, Optional.of(forged)))).contains(shown);
    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      observer.onUnreadable(
          new UnreadMessage(
              UnreadMessage.Kind.UNREADABLE, new ConsumerName("orders"), Instant.EPOCH, forged));

      assertThat(log.lines()).singleElement(STRING).contains(shown);
    }
  }

  @Test
  void withoutAProviderStandardErrorSaysOnceWhatIsLost() throws Exception {
    assertThat(saidWith(LoggingObserver.class, LoggerFactory.class))
        .filteredOn(line -> line.startsWith("effectively-once: "))
        .singleElement(STRING)
        .contains("SLF4J provider", "outcome");
  }

  @Test
  void withAProviderStandardErrorSaysNothing() {
    assertThat(said(LoggingObserver::new)).isEmpty();
  }

  /** What an observer says whose class path has nothing but what these classes come from. */
  private static List<String> saidWith(Class<?>... classes) throws Exception {
    URL[] path =
        Stream.of(classes)
            .map(it -> it.getProtectionDomain().getCodeSource().getLocation())
            .toArray(URL[]::new);
    try (URLClassLoader alone = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
      Constructor<?> observer =
          alone.loadClass(LoggingObserver.class.getName()).getDeclaredConstructor();
      return said(() -> List.of(observer.newInstance(), observer.newInstance()));
    }
  }

  private static List<String> said(Callable<?> action) {
    PrintStream standardError = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (PrintStream caught = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      System.setErr(caught);
      action.call();
    } catch (Exception e) {
      throw new AssertionError(e);
    } finally {
      System.setErr(standardError);
    }
    return said.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "DEBUG, CLAIMED TAKEN_OVER",
    "INFO, WOULD_SKIP EXECUTED DUPLICATE IN_FLIGHT RELEASED NOT_STARTED",
    "WARN, FAILED ALREADY_FAILED HELD KEY_REUSED SUPERSEDED STORE_FAILED UNRECORDED"
  })
  void whatNeedsSomeonesAttentionIsAWarning(String level, String kinds) {
    for (String kind : kinds.split(" ", -1)) {
      Transition told = transition(Transition.Kind.valueOf(kind), Optional.empty());

      assertThat(logged(told)).as(kind).startsWith(level + " ");
    }
  }

  private String logged(Transition transition) {
    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      observer.onTransition(transition);
      assertThat(log.lines()).hasSize(1);
      return log.lines().getFirst();
    }
  }

  private static Transition transition(Transition.Kind kind, Optional<ErrorSummary> why) {
    return transition(kind, why, Optional.empty());
  }

  private static Transition transition(
      Transition.Kind kind, Optional<ErrorSummary> why, Optional<Throwable> thrown) {
    return new Transition(
        kind,
        new ConsumerName("orders"),
        Samples.ID,
        Samples.FIRST,
        2,
        Samples.NOW,
        Duration.ofMillis(1250),
        Optional.empty(),
        why,
        thrown);
  }
}
