package dev.effectivelyonce.postgres;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** DataSources whose connections are intercepted, to lose answers and to count calls. */
final class Intercepted {
  /** A call of a connection. */
  interface Call {
    @Nullable Object proceed() throws Throwable;
  }

  /** Does something around a call of a connection. */
  interface Interceptor {
    @Nullable Object around(String method, Call call) throws Throwable;
  }

  /** What is done beside a call. */
  interface Step {
    void run() throws SQLException;
  }

  /** Gives connections. */
  interface Source {
    Connection get() throws SQLException;
  }

  private Intercepted() {}

  static DataSource source(Source source, Interceptor interceptor) {
    return proxy(DataSource.class, (proxy, method, given) -> connection(source.get(), interceptor));
  }

  /** Gives connections of a source that do this before each call of a method of theirs. */
  static DataSource before(DataSource source, String name, Step step) {
    return source(
        source::getConnection,
        (method, call) -> {
          if (method.equals(name)) {
            step.run();
          }
          return call.proceed();
        });
  }

  private static Connection connection(Connection target, Interceptor interceptor) {
    return proxy(
        Connection.class,
        (proxy, method, given) ->
            interceptor.around(
                method.getName(),
                () -> {
                  try {
                    return method.invoke(target, given);
                  } catch (InvocationTargetException e) {
                    throw e.getCause() == null ? e : e.getCause();
                  }
                }));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Intercepted.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
