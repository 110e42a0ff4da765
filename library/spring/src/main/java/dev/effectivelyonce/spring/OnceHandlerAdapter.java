package dev.effectivelyonce.spring;

import dev.effectivelyonce.http.Caller;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.HttpApiBuilder;
import dev.effectivelyonce.spring.OnceListeners.Listened;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerAdapter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.DisconnectedClientHelper;

/** Runs the methods with {@link Once} that answer requests under a claim, before Spring's own. */
final class OnceHandlerAdapter extends StartCheck
    implements HandlerAdapter, Ordered, OnceBeans.Mappings {
  /** Such as for {@code @PreAuthorize}. The filter that turns it into 403 is outside the claim. */
  private static final String DENIED = "org.springframework.security.access.AccessDeniedException";

  private final OnceListeners listeners;
  private final List<String> keptHeaders;
  private final Caller caller;
  private final ObjectProvider<RequestMappingHandlerMapping> mappings;
  private final ObjectProvider<RequestMappingHandlerAdapter> adapters;
  private final ObjectProvider<HandlerExceptionResolver> resolvers;
  private final Map<Method, OnceRequests> methods = new ConcurrentHashMap<>();

  OnceHandlerAdapter(
      OnceListeners listeners,
      List<String> keptHeaders,
      Caller caller,
      ObjectProvider<RequestMappingHandlerMapping> mappings,
      ObjectProvider<RequestMappingHandlerAdapter> adapters,
      ObjectProvider<HandlerExceptionResolver> resolvers) {
    this.listeners = listeners;
    this.keptHeaders = keptHeaders;
    this.caller = caller;
    this.mappings = mappings;
    this.adapters = adapters;
    this.resolvers = resolvers;
  }

  @Override
  void check() {
    mappings.stream()
        .flatMap(it -> it.getHandlerMethods().entrySet().stream())
        .forEach(
            it -> {
              HandlerMethod handler = it.getValue();
              ListenerMethods.annotation(handler.getMethod())
                  .ifPresent(
                      once -> {
                        RequestMethods.check(
                            handler.getBeanType(),
                            handler.getMethod(),
                            it.getKey().getMethodsCondition().getMethods());
                        Listened method =
                            listeners.listened(handler.getBeanType(), handler.getMethod(), once);
                        methods.computeIfAbsent(method.method(), key -> requests(method, once));
                      });
            });
  }

  private OnceRequests requests(Listened method, Once once) {
    Surrounding surrounding = listeners.surrounding(method, once);
    HttpApiBuilder builder =
        listeners
            .configured(HttpApi.of(once.consumer()), once, surrounding)
            .heartbeat(listeners.heartbeat())
            .stepResults(listeners.results())
            .keepHeaders(keptHeaders.toArray(String[]::new))
            .caller(caller);
    EventExpressions expressions = EventExpressions.ofRequests(once);
    if (expressions.hasKey()) {
      builder.key(request -> expressions.key(ReadRequest.known(request)));
    }
    if (expressions.hasFingerprint()) {
      builder.fingerprint(
          request -> expressions.fingerprint(ReadRequest.known(request)).orElseThrow());
    }
    return new OnceRequests(
        method, builder.buildForServer(), surrounding.around(), listeners.fatal());
  }

  @Override
  public boolean have(Method method) {
    return mappings.stream()
        .flatMap(it -> it.getHandlerMethods().values().stream())
        .anyMatch(it -> it.getMethod().equals(method));
  }

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  public boolean supports(Object handler) {
    return handler instanceof HandlerMethod method && methods.containsKey(method.getMethod());
  }

  @Override
  public @Nullable ModelAndView handle(
      HttpServletRequest request, HttpServletResponse response, Object handler) throws Exception {
    Method method = ((HandlerMethod) handler).getMethod();
    Objects.requireNonNull(methods.get(method)).answer(request, response, new Handled(handler));
    return null;
  }

  /** A method as the application's Spring MVC runs it. */
  private final class Handled implements OnceRequests.Plain {
    private final Object handler;

    Handled(Object handler) {
      this.handler = handler;
    }

    @Override
    public void run(HttpServletRequest request, HttpServletResponse response) throws Exception {
      if (adapter().handle(request, response, handler) != null) {
        throw new IllegalStateException("The method answered by a view, which can't be kept");
      }
    }

    /** The first, as Spring takes it: that of Spring Data REST is for its own controllers. */
    private HandlerAdapter adapter() {
      return adapters.orderedStream().filter(it -> it.supports(handler)).findFirst().orElseThrow();
    }

    @Override
    public boolean resolve(
        HttpServletRequest request, HttpServletResponse response, Exception thrown)
        throws IOException {
      if (DisconnectedClientHelper.isClientDisconnectedException(thrown)) {
        // Spring takes it for the caller's connection, and answers nothing: 200, without content.
        return false;
      }
      request.removeAttribute(HandlerMapping.PRODUCIBLE_MEDIA_TYPES_ATTRIBUTE);
      Optional<ModelAndView> resolved =
          resolvers
              .orderedStream()
              .flatMap(
                  it -> Stream.ofNullable(it.resolveException(request, response, handler, thrown)))
              .findFirst();
      if (resolved.isEmpty() && isDenied(thrown)) {
        response.sendError(HttpServletResponse.SC_FORBIDDEN);
        return true;
      }
      return resolved.filter(ModelAndView::isEmpty).isPresent();
    }

    private static boolean isDenied(Exception thrown) {
      return Stream.<Class<?>>iterate(thrown.getClass(), Objects::nonNull, Class::getSuperclass)
          .anyMatch(it -> it.getName().equals(DENIED));
    }
  }
}
