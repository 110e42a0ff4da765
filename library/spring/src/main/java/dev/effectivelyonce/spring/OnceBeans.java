package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Finds the methods with {@link Once} of an application. */
final class OnceBeans extends StartCheck implements BeanPostProcessor {
  static final String SQS = "io.awspring.cloud.sqs.annotation.SqsListener";
  static final String RABBIT = "org.springframework.amqp.rabbit.annotation.RabbitListener";
  static final String KAFKA = "org.springframework.kafka.annotation.KafkaListener";

  private static final Set<String> MAPPED =
      Set.of(
          "org.springframework.web.bind.annotation.RequestMapping",
          "org.springframework.web.service.annotation.HttpExchange");

  /** That of Spring MVC, and of WebFlux. */
  private static final String MAPPING = "requestMappingHandlerMapping";

  /** Of Spring's tests: a context has it if beans of a test, such as mocks, replace its own. */
  private static final String REPLACED =
      "org.springframework.test.context.bean.override.internalBeanOverrideRegistry";

  /** Knows which methods answer requests. */
  interface Mappings {
    boolean have(Method method);
  }

  private final ObjectProvider<OnceListeners> listeners;
  private final ObjectProvider<Mappings> mappings;
  private final ConfigurableBeanFactory beans;
  private final Set<Class<?>> seen = ConcurrentHashMap.newKeySet();
  private final Map<Method, Class<?>> found = new ConcurrentHashMap<>();

  OnceBeans(
      ObjectProvider<OnceListeners> listeners,
      ObjectProvider<Mappings> mappings,
      ConfigurableBeanFactory beans) {
    this.listeners = listeners;
    this.mappings = mappings;
    this.beans = beans;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    Class<?> type = AopUtils.getTargetClass(bean);
    if (seen.add(type)) {
      methods(type)
          .forEach(
              (method, once) -> {
                if (found.put(method, type) != null) {
                  throw OnceListeners.shared(method, method, once.consumer());
                }
              });
    }
    return bean;
  }

  /** Refuses a listener that is made later, and would start without a look at its container. */
  @Override
  public Object postProcessBeforeInitialization(Object bean, String name) {
    Class<?> type = bean.getClass();
    if (isRunning() && !seen.contains(type)) {
      Set<Method> late = new HashSet<>(methods(type).keySet());
      late.removeIf(method -> !isListener(method, type));
      requireNone(late);
    }
    return bean;
  }

  /** Returns the methods that have any listener's annotation, each with the class of its bean. */
  Map<Method, Class<?>> methods() {
    Map<Method, Class<?>> methods = new HashMap<>(found);
    methods.entrySet().removeIf(it -> !isListener(it.getKey(), it.getValue()));
    return methods;
  }

  /** Returns the methods that have a listener's annotation, each with the class of its bean. */
  Map<Method, Class<?>> methods(String listener) {
    Map<Method, Class<?>> methods = new HashMap<>(found);
    methods.entrySet().removeIf(it -> !isListener(it.getKey(), it.getValue(), listener));
    return methods;
  }

  /**
   * Requires that there is no method without a container.
   *
   * @throws ConfigurationException if there is
   */
  static void requireNone(Set<Method> left) {
    for (Method method : left) {
      throw new ConfigurationException(
          ListenerMethods.shown(method) + " has @Once, and nothing runs it under a claim",
          "Put the listener's annotation on the method, let its bean be no lazy one, and set no"
              + " MessageHandlerMethodFactory after the library's");
    }
  }

  static Map<Method, Once> methods(Class<?> type) {
    return MethodIntrospector.selectMethods(
        type, (Method method) -> ListenerMethods.annotation(method).orElse(null));
  }

  @Override
  void check() {
    if (!beans.containsBean(REPLACED)) {
      // A mock is an object of the bean's own class, and has no claim, as the test wants it.
      Stream.of(beans.getSingletonNames())
          .flatMap(it -> Stream.ofNullable(beans.getSingleton(it)))
          .filter(it -> !seen.contains(AopUtils.getTargetClass(it)))
          .forEach(OnceMethods::checkEarly);
    }
    found.forEach(
        (method, type) -> {
          if (isMapped(method)) {
            checkMapped(method);
          } else if (!isListener(method, type)) {
            listeners.getObject().called(type, method);
          }
        });
  }

  private void checkMapped(Method method) {
    // Without it nothing answers requests, as where spring.main.web-application-type is none.
    if (beans.containsBean(MAPPING) && !mappings.getIfAvailable(() -> it -> false).have(method)) {
      throw ListenerMethods.refused(
          method,
          "answers requests, and nothing runs it under a claim",
          "Let its class be a @RestController of an application with Spring MVC"
              + " (spring-boot-starter-webmvc) and effectively-once-http. WebFlux isn't supported");
    }
  }

  /** Returns whether the method answers requests. */
  static boolean isMapped(Method method) {
    MergedAnnotations all = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
    return MAPPED.stream().anyMatch(all::isPresent);
  }

  /** Returns whether a broker's container calls the method. */
  static boolean isListener(Method method, Class<?> type) {
    return Stream.of(SQS, RABBIT, KAFKA).anyMatch(it -> isListener(method, type, it));
  }

  private static boolean isListener(Method method, Class<?> type, String listener) {
    return Stream.<AnnotatedElement>of(method, type)
        .map(it -> MergedAnnotations.from(it, SearchStrategy.TYPE_HIERARCHY))
        .anyMatch(it -> it.isPresent(listener));
  }
}
