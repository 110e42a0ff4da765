package dev.effectivelyonce.spring;

import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.AbstractAdvisingBeanPostProcessor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Runs the methods with {@link Once} that code calls under a claim. It is around all else that a
 * proxy does, such as the method's transaction.
 */
final class OnceMethods extends AbstractAdvisingBeanPostProcessor {
  /** Not a listener's, or one that answers requests: what calls these has the claim. */
  private static final class Called extends StaticMethodMatcherPointcut {
    @Override
    public boolean matches(Method method, Class<?> type) {
      Method own = AopUtils.getMostSpecificMethod(method, type);
      return ListenerMethods.annotation(own).isPresent()
          && !OnceBeans.isListener(own, type)
          && !OnceBeans.isMapped(own);
    }
  }

  private static final Called CALLED = new Called();

  OnceMethods(ObjectProvider<OnceListeners> listeners) {
    setBeforeExistingAdvisors(true);
    setProxyTargetClass(true);
    this.advisor =
        new DefaultPointcutAdvisor(
            CALLED, (MethodInterceptor) call -> run(listeners.getObject(), call));
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    Class<?> type = AopUtils.getTargetClass(bean);
    OnceBeans.methods(type).keySet().stream()
        .filter(method -> CALLED.matches(method, type))
        .forEach(method -> CalledMethods.checkProxy(type, method));
    return super.postProcessAfterInitialization(bean, name);
  }

  /**
   * Looks at a bean that may have been made before the library saw beans.
   *
   * @throws dev.effectivelyonce.core.ConfigurationException if a method of it runs without a claim
   */
  static void checkEarly(Object bean) {
    Class<?> type = AopUtils.getTargetClass(bean);
    OnceBeans.methods(type).keySet().stream()
        .filter(method -> CALLED.matches(method, type) && !isAround(bean))
        .forEach(
            method -> {
              throw ListenerMethods.refused(
                  method,
                  "has @Once, and its bean is made before others, so nothing runs it under a claim",
                  "Let no BeanPostProcessor need the bean, or put @Lazy where it is injected"
                      + " there");
            });
  }

  private static boolean isAround(@Nullable Object bean) {
    return bean instanceof Advised proxy
        && (Stream.of(proxy.getAdvisors())
                .anyMatch(it -> it instanceof PointcutAdvisor its && its.getPointcut() == CALLED)
            || isAround(AopProxyUtils.getSingletonTarget(proxy)));
  }

  private static @Nullable Object run(OnceListeners listeners, MethodInvocation call) {
    Object bean = call.getThis();
    Class<?> type =
        bean == null ? call.getMethod().getDeclaringClass() : AopUtils.getTargetClass(bean);
    Method method = AopUtils.getMostSpecificMethod(call.getMethod(), type);
    return listeners
        .called(type, method)
        .call(CalledMethods.named(method, call.getArguments()), attempt -> proceeded(call));
  }

  private static @Nullable Object proceeded(MethodInvocation call) throws Exception {
    try {
      return call.proceed();
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new UndeclaredThrowableException(e);
    }
  }
}
