package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.spring.StartRefusal.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.http.ClaimedRequests;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** What an application with methods that answer requests is told at its start. */
class RequestProblemsTest {
  @RestController
  static class Stage {
    @PostMapping("/orders")
    @Once(consumer = "orders", onAbandonedClaim = RERUN)
    CompletableFuture<String> place() {
      return CompletableFuture.completedFuture("placed");
    }
  }

  @RestController
  static class OfAnyMethod {
    @RequestMapping("/orders")
    @Once(consumer = "orders", onAbandonedClaim = RERUN)
    void place() {}
  }

  @RestController
  static class OfGet {
    @RequestMapping(
        path = "/orders",
        method = {RequestMethod.GET, RequestMethod.POST})
    @Once(consumer = "orders", onAbandonedClaim = RERUN)
    void place() {}
  }

  @RestController
  static class TwoOfOneName {
    @PostMapping("/orders")
    @Once(consumer = "orders", onAbandonedClaim = RERUN)
    void place() {}

    @PostMapping("/returns")
    @Once(consumer = "orders", onAbandonedClaim = RERUN)
    void giveBack() {}
  }

  @RestController
  static class NoExpression {
    @PostMapping("/orders")
    @Once(consumer = "orders", key = "#path.", onAbandonedClaim = RERUN)
    void place() {}
  }

  @RestController
  static class InATransaction {
    @Transactional
    @PostMapping("/orders")
    @Once(consumer = "orders", onAbandonedClaim = RERUN)
    void place() {}
  }

  static class NoController {
    @PostMapping("/orders")
    @Once(consumer = "orders", onAbandonedClaim = RERUN)
    void place() {}
  }

  static class NoKey {
    @Once(consumer = "orders", onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static Stream<Arguments> problems() {
    return Stream.of(
        Arguments.of(Stage.class, "returns a CompletableFuture", "Wait for the work"),
        Arguments.of(OfAnyMethod.class, "requests of any method", "Map it to POST"),
        Arguments.of(OfGet.class, "answers [GET, POST]", "Map it to POST"),
        Arguments.of(TwoOfOneName.class, "both have the consumer \"orders\"", "of its own"),
        Arguments.of(NoExpression.class, "is no expression: \"#path.\"", "Point at"),
        Arguments.of(InATransaction.class, "is @Transactional", "Let the store be"),
        Arguments.of(NoController.class, "nothing runs it under a claim", "a @RestController"),
        Arguments.of(NoKey.class, "is no expression: \"\"", "Point at"));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void aMethodThatWouldNotAnswerOnceIsRefused(Class<?> bean, String problem, String remedy) {
    assertThatThrownBy(() -> new WebApplication(new InMemoryStore(), context -> {}, bean).close())
        .hasStackTraceContaining(problem)
        .hasStackTraceContaining(remedy);
  }

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EffectivelyOnceAutoConfiguration.class))
          .withBean(InMemoryStore.class)
          .withPropertyValues("effectively-once.retention=19d");

  /** Both have a mapping of this name. */
  @Test
  void anApplicationWithWebFluxOrWithoutTheModuleIsToldWhatToAdd() {
    ApplicationContextRunner mapped =
        application
            .withBean(TwoOfOneName.class)
            .withBean("requestMappingHandlerMapping", Object.class, Object::new);

    for (ApplicationContextRunner missing :
        new ApplicationContextRunner[] {
          mapped, mapped.withClassLoader(new FilteredClassLoader(ClaimedRequests.class))
        }) {
      missing.run(
          refused(
              "nothing runs it under a claim",
              "spring-boot-starter-webmvc",
              "effectively-once-http"));
    }
  }

  @Test
  void anApplicationThatAnswersNoRequestsStarts() {
    application.withBean(NoController.class).run(context -> assertThat(context).hasNotFailed());
  }
}
