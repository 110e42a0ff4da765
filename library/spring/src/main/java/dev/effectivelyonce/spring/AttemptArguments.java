package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.steps.Steps;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Gives a method that answers requests its {@link Attempt}, or the {@link Steps} of it. */
final class AttemptArguments implements HandlerMethodArgumentResolver, WebMvcConfigurer {
  static final String ATTEMPT = AttemptArguments.class.getName();

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(this);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Attempt.class
        || parameter.getParameterType() == Steps.class;
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer model,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    if (request.getAttribute(ATTEMPT, RequestAttributes.SCOPE_REQUEST) instanceof Attempt attempt) {
      return parameter.getParameterType() == Steps.class ? attempt.steps() : attempt;
    }
    throw new IllegalStateException("Only a method with @Once has an attempt");
  }
}
