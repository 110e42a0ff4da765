package dev.effectivelyonce.spring;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import io.awspring.cloud.sqs.annotation.SnsNotificationMessage;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.ResponseEntity;
import org.springframework.messaging.handler.annotation.SendTo;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * Methods that can't run once, each looked at by itself. That an application looks at its methods
 * when it starts is in {@link ListenerProblemsTest}, {@link CalledMethodTest} and {@link
 * RequestProblemsTest}.
 */
class MethodProblemsTest {
  @RestController
  abstract static class Methods {
    abstract CompletableFuture<String> future(String order);

    abstract CompletionStage<String> stage(String order);

    abstract ResponseEntity<Flow.Publisher<String>> publisher(String order);

    abstract DeferredResult<String> deferred(String order);

    abstract Callable<String> callable(String order);

    abstract ResponseEntity<SseEmitter> events(String order);

    abstract ResponseEntity<StreamingResponseBody> streaming(String order);

    @Async
    abstract void later(String order);

    abstract void batch(List<String> all);

    abstract void anyPayload(Object order);

    abstract void record(ConsumerRecord<String, String> order);

    abstract void inSns(@SnsNotificationMessage String order);

    @SendTo("answers")
    abstract String replies(String order);

    abstract HandlerResult end(String order);

    abstract List<String> generic(String order);

    abstract void attempt(String order, Attempt attempt);

    abstract void upload(@RequestParam MultipartFile file);

    abstract ModelAndView view(String order);

    final void finalMethod(String order) {}

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // No code can call it through a proxy.
    private void privateMethod(String order) {}
  }

  interface LaterByInterface {
    @Async
    void inherited(String order);
  }

  abstract static class Inheriting implements LaterByInterface {
    @Override
    public void inherited(String order) {}
  }

  static final class FinalClass {
    void ofAFinalClass(String order) {}
  }

  @Controller
  abstract static class Views {
    abstract String namedView(String order);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          future | Methods.future returns a CompletableFuture | Wait for the work
          stage | returns a CompletionStage | Wait for the work
          later | Methods.later is @Async | Remove @Async
          inherited | Inheriting.inherited is @Async | Remove @Async
          batch | Methods.batch takes a batch of messages | Take one message
          anyPayload | a parameter of the type Object | Name the payload's type
          record | takes a ConsumerRecord | Take the payload
          inSns | an envelope of SNS | raw message delivery
          replies | is @SendTo | by a step
          """)
  void aListenerIsRefused(String name, String problem, String remedy) {
    Method method = method(name);

    assertRefused(() -> ListenerMethods.check(method.getDeclaringClass(), method), problem, remedy);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          finalMethod | Methods.finalMethod is final | Make class and method open
          ofAFinalClass | or its class is final | Make class and method open
          privateMethod | Methods.privateMethod is final, private | another bean
          future | returns a CompletableFuture | Wait for the work
          end | returns a HandlerResult | throw if the event is not done
          generic | returns a generic type | a class of your own
          attempt | takes the attempt | EffectivelyOnce.run
          """)
  void aMethodThatCodeCallsIsRefused(String name, String problem, String remedy) {
    Method method = method(name);

    assertRefused(
        () -> {
          CalledMethods.checkProxy(method.getDeclaringClass(), method);
          CalledMethods.check(method, ResultSerializer.ofStrings("Return strings"));
        },
        problem,
        remedy);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          future | returns a CompletableFuture | Wait for the work
          publisher | returns a Publisher | Wait for the work
          deferred | returns a DeferredResult | Wait for the work
          callable | returns a Callable | Wait for the work
          events | returns a SseEmitter | Wait for the work
          streaming | returns a StreamingResponseBody | Wait for the work
          later | Methods.later is @Async | Remove @Async
          finalMethod | Methods.finalMethod is final | Make class and method open
          end | returns a HandlerResult | such as a ResponseEntity
          upload | a part of a multipart request | such as a byte[]
          namedView | answers by a view | a @RestController
          view | answers by a view | return the content
          """)
  void aMethodThatAnswersRequestsIsRefused(String name, String problem, String remedy) {
    Method method = method(name);

    assertRefused(
        () -> RequestMethods.check(method.getDeclaringClass(), method, Set.of(RequestMethod.POST)),
        problem,
        remedy);
  }

  private static Method method(String name) {
    return Stream.of(Methods.class, Inheriting.class, FinalClass.class, Views.class)
        .flatMap(it -> Stream.of(it.getDeclaredMethods()))
        .filter(it -> it.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void assertRefused(Runnable check, String problem, String remedy) {
    assertThatThrownBy(check::run)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(problem)
        .hasMessageContaining(remedy);
  }
}
