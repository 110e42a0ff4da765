package dev.effectivelyonce.spring;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A DataSource of which one COMMIT, or its answer, is lost with the connection. */
final class LosingSource extends DelegatingDataSource {
  enum Loss {
    NONE,
    REQUEST,
    ANSWER
  }

  private final AtomicReference<Loss> next = new AtomicReference<>(Loss.NONE);

  LosingSource(DataSource source) {
    super(source);
  }

  void lose(Loss loss) {
    next.set(loss);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection target = super.getConnection();
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, given) -> call(target, method, given));
  }

  private @Nullable Object call(
      Connection target, Method method, @Nullable Object @Nullable [] given) throws Throwable {
    Loss loss = method.getName().equals("commit") ? next.getAndSet(Loss.NONE) : Loss.NONE;
    try {
      Object answer = loss == Loss.REQUEST ? null : method.invoke(target, given);
      if (loss != Loss.NONE) {
        target.abort(Runnable::run);
        throw new SQLException("The connection was lost", "08006");
      }
      return answer;
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }
}
