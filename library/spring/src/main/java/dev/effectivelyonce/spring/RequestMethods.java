package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpEntity;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** What of a method that answers requests decides whether it can run once. */
final class RequestMethods {
  private static final Set<RequestMethod> KEYED =
      Set.of(RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH, RequestMethod.DELETE);

  private RequestMethods() {}

  /**
   * @throws ConfigurationException if the method can't run once, or its answer could not be kept
   */
  static void check(Class<?> bean, Method method, Set<RequestMethod> mapped) {
    CalledMethods.checkProxy(bean, method);
    if (mapped.isEmpty() || !KEYED.containsAll(mapped)) {
      throw ListenerMethods.refused(
          method,
          "answers %s, and such requests have no Idempotency-Key"
              .formatted(mapped.isEmpty() ? "requests of any method" : mapped),
          "Map it to POST, PUT, PATCH or DELETE");
    }
    checkAnswer(bean, method);
    if (Stream.of(method.getParameters())
        .anyMatch(
            it ->
                it.isAnnotationPresent(RequestPart.class) || it.getType() == MultipartFile.class)) {
      throw ListenerMethods.refused(
          method,
          "takes a part of a multipart request, which the server has read before its fingerprint",
          "Take the content as the body, such as a byte[]");
    }
  }

  private static void checkAnswer(Class<?> bean, Method method) {
    if (ListenerMethods.returnsEnd(method)) {
      throw ListenerMethods.refused(
          method,
          "returns a %s, which its caller would get as the answer"
              .formatted(method.getReturnType().getSimpleName()),
          "Return the answer, such as a ResponseEntity: its status says whether the request is"
              + " done. For rows in the record's transaction, put @Transactional on the method");
    }
    ResolvableType type = ResolvableType.forMethodReturnType(method, bean);
    ResolvableType entity = type.as(HttpEntity.class);
    Stream.of(type, entity.getGeneric())
        .map(ResolvableType::toClass)
        .filter(RequestMethods::isPending)
        .findFirst()
        .ifPresent(
            pending -> {
              throw ListenerMethods.pending(method, pending);
            });
    if (isView(method.getReturnType())
        || (!HttpEntity.class.isAssignableFrom(method.getReturnType())
            && !AnnotatedElementUtils.hasAnnotation(bean, ResponseBody.class)
            && !AnnotatedElementUtils.hasAnnotation(method, ResponseBody.class))) {
      throw ListenerMethods.refused(
          method,
          "answers by a view, whose content could not be kept",
          "Let its class be a @RestController, and return the content, such as a ResponseEntity");
    }
  }

  /** Of these, Spring makes a view in a {@code @RestController} too. */
  private static boolean isView(Class<?> type) {
    return Stream.of(ModelAndView.class, Model.class, View.class)
        .anyMatch(it -> it.isAssignableFrom(type));
  }

  private static boolean isPending(Class<?> type) {
    return ListenerMethods.isPending(type)
        || Stream.of(
                Callable.class,
                WebAsyncTask.class,
                DeferredResult.class,
                ResponseBodyEmitter.class,
                StreamingResponseBody.class)
            .anyMatch(it -> it.isAssignableFrom(type));
  }
}
