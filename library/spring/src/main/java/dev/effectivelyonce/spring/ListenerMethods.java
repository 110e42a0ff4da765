package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.messaging.handler.annotation.SendTo;
import org.springframework.scheduling.annotation.Async;

/** What of a listener's method decides whether it can run once. */
final class ListenerMethods {
  private static final String RECORD = "org.apache.kafka.clients.consumer.ConsumerRecord";
  private static final String SNS = "io.awspring.cloud.sqs.annotation.SnsNotification";

  private ListenerMethods() {}

  static Optional<Once> annotation(Method method) {
    return Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(method, Once.class));
  }

  static String shown(Method method) {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }

  /** Returns whether the method says how its event ends. */
  static boolean returnsEnd(Method method) {
    return HandlerResult.class.isAssignableFrom(method.getReturnType())
        || Effects.class.isAssignableFrom(method.getReturnType());
  }

  /** Returns whether work of such a value may go on after the method has returned. */
  static boolean isPending(Class<?> type) {
    return Stream.of(Future.class, CompletionStage.class, Flow.Publisher.class)
            .anyMatch(it -> it.isAssignableFrom(type))
        || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
  }

  /**
   * @throws ConfigurationException if the method can't run once
   */
  static void check(Class<?> bean, Method method) {
    checkEnd(bean, method);
    for (Class<?> parameter : method.getParameterTypes()) {
      if (Collection.class.isAssignableFrom(parameter)) {
        throw refused(
            method,
            "takes a batch of messages, which has no single key",
            "Take one message. The container still receives and deletes in batches");
      }
      if (parameter.getName().equals(RECORD)) {
        throw refused(
            method,
            "takes a ConsumerRecord, beside which there is no #payload",
            "Take the payload, and what else you need by @Header");
      }
      if (parameter == Object.class) {
        throw refused(
            method,
            "has a parameter of the type Object, which would get the attempt",
            "Name the payload's type");
      }
    }
    if (AnnotatedElementUtils.hasAnnotation(method, SendTo.class)) {
      throw refused(
          method,
          "is @SendTo, and its reply would be sent at most once",
          "Send the reply in the method, by a step or an outbox");
    }
    if (Stream.of(method.getParameterAnnotations())
        .flatMap(Stream::of)
        .map(Annotation::annotationType)
        .anyMatch(it -> it.getName().startsWith(SNS))) {
      throw refused(
          method,
          "reads an envelope of SNS, which #payload would be",
          "Turn on raw message delivery for the subscription, and take the payload itself");
    }
  }

  /**
   * @throws ConfigurationException if the method returns before its work is done
   */
  static void checkEnd(Class<?> bean, Method method) {
    if (isPending(method.getReturnType()) || KotlinDetector.isSuspendingFunction(method)) {
      throw pending(method, method.getReturnType());
    }
    if (AnnotatedElementUtils.hasAnnotation(method, Async.class)
        || AnnotatedElementUtils.hasAnnotation(bean, Async.class)) {
      throw refused(
          method,
          "is @Async, so it returns before its work is done",
          "Remove @Async: the container of a listener runs messages side by side, and a server"
              + " requests");
    }
  }

  static ConfigurationException pending(Method method, Class<?> type) {
    return refused(
        method,
        "returns a %s, whose work goes on after it has returned".formatted(type.getSimpleName()),
        "Wait for the work in the method, and return its result");
  }

  static ConfigurationException refused(Method method, String why, String remedy) {
    return new ConfigurationException(shown(method) + " " + why, remedy);
  }
}
