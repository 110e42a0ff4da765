package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Finds the methods with {@link Once} of an application, each of which must be a listener's. */
final class OnceBeans extends StartCheck implements BeanPostProcessor {
  private static final String LISTENER = "io.awspring.cloud.sqs.annotation.SqsListener";

  private final Set<Class<?>> seen = ConcurrentHashMap.newKeySet();
  private final Map<Method, Class<?>> found = new ConcurrentHashMap<>();

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    Class<?> type = AopUtils.getTargetClass(bean);
    if (seen.add(type)) {
      MethodIntrospector.selectMethods(
              type, (Method method) -> ListenerMethods.annotation(method).isPresent())
          .forEach(method -> found.put(method, type));
    }
    return bean;
  }

  /** Returns the methods, each with the class of its bean. */
  Map<Method, Class<?>> methods() {
    return Map.copyOf(found);
  }

  @Override
  void check() {
    found.forEach(
        (method, type) -> {
          if (!isListener(method) && !isListener(type)) {
            throw new ConfigurationException(
                ListenerMethods.shown(method) + " has @Once, and nothing runs it under a claim",
                "Add @SqsListener to the method");
          }
        });
  }

  private static boolean isListener(AnnotatedElement element) {
    return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).isPresent(LISTENER);
  }
}
