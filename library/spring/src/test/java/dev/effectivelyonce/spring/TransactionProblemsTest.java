package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Transactional methods that are refused, without a call of the database. */
class TransactionProblemsTest {
  private final PGSimpleDataSource source = new PGSimpleDataSource();
  private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

  static class Methods {
    @Transactional
    void usual() {}

    @Transactional("other")
    void ofAnother() {}

    @Transactional(readOnly = true)
    void readsOnly() {}

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    void apart() {}

    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    void without() {}

    void plain() {}
  }

  @Transactional
  static class All {
    void usual() {}
  }

  @Test
  void aTransactionManagerOfTheStoresDataSourceIsFound() throws Exception {
    manager("transactions", source);

    assertThat(found(Methods.class, "usual", new PostgresStore(source)).store())
        .isInstanceOf(JoinedStore.class);
    assertThat(found(All.class, "usual", new PostgresStore(source)).store())
        .isInstanceOf(JoinedStore.class);
    assertThat(found(Methods.class, "plain", new PostgresStore(source)).store())
        .isInstanceOf(PostgresStore.class);
  }

  @Test
  void recordsElsewhereAreRefused() {
    manager("other", new PGSimpleDataSource());

    refused("usual", new InMemoryStore(), "its transaction can't have its record");
    refused("ofAnother", new PostgresStore(source), "the DataSource of the transaction manager");
    assertThatThrownBy(
            () ->
                Surrounding.none(All.class, method(All.class, "usual"), RERUN, new InMemoryStore()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("All.usual is @Transactional");
  }

  @Test
  void aManagerThatIsMissingIsRefused() {
    refused("usual", new PostgresStore(source), "has no transaction manager");
  }

  @ParameterizedTest
  @ValueSource(strings = {"readsOnly", "apart", "without"})
  void anotherPropagationIsRefused(String method) {
    manager("transactions", source);

    refused(method, new PostgresStore(source), "another propagation than REQUIRED");
  }

  private void manager(String name, PGSimpleDataSource of) {
    beans.registerSingleton(name, new DataSourceTransactionManager(of));
  }

  private void refused(String method, IdempotencyStore store, String why) {
    assertThatThrownBy(() -> found(Methods.class, method, store))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("Methods." + method)
        .hasMessageContaining(why);
  }

  private Surrounding found(Class<?> type, String name, IdempotencyStore store) throws Exception {
    return new TransactionalMethods(beans).of(type, method(type, name), RERUN, store);
  }

  private static Method method(Class<?> type, String name) throws NoSuchMethodException {
    return type.getDeclaredMethod(name);
  }
}
