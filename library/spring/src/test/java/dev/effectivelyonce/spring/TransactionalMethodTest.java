package dev.effectivelyonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.once.TryAgainException;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.postgres.LocalPostgres;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.spring.Bookings.Transfer;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A method with {@link Once} that is transactional, on a database that has rows and records. */
class TransactionalMethodTest {
  private static final RecordId ID = id("transfers");

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement(proxyTargetClass = true)
  static class Application {
    @Bean
    LosingSource source() {
      return new LosingSource(LocalPostgres.emptied());
    }

    @Bean
    @Primary
    JdbcTransactionManager transactions(DataSource source) {
      return new JdbcTransactionManager(source);
    }

    @Bean
    LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource source) {
      LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
      factory.setDataSource(source);
      factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
      factory.setManagedTypes(PersistenceManagedTypes.of(Bookings.Booking.class.getName()));
      return factory;
    }

    @Bean
    JpaTransactionManager entities(EntityManagerFactory factory) {
      return new JpaTransactionManager(factory);
    }

    @Bean
    Bookings bookings(DataSource source) {
      return new Bookings(source);
    }

    @Bean
    Bookings.Ledger ledger(DataSource source) {
      return new Bookings.Ledger(source);
    }
  }

  private static final AnnotationConfigApplicationContext APPLICATION =
      new AnnotationConfigApplicationContext(Application.class);

  @AfterAll
  static void close() {
    APPLICATION.close();
  }

  private final LosingSource source = APPLICATION.getBean(LosingSource.class);
  private final Bookings bookings = APPLICATION.getBean(Bookings.class);
  private final Bookings.Ledger ledger = APPLICATION.getBean(Bookings.Ledger.class);
  private final PostgresStore store = new PostgresStore(source);
  private final MethodBench bench =
      new MethodBench(store, () -> {}, new TransactionalMethods(APPLICATION.getBeanFactory()));

  @BeforeEach
  void prepare() {
    bench.factory.afterPropertiesSet();
    bookings.last().clear();
    LocalPostgres.run(
        LocalPostgres.emptied(),
        "CREATE TABLE IF NOT EXISTS booking (id text PRIMARY KEY); DELETE FROM booking");
  }

  @ParameterizedTest
  @CsvSource({"book, transfers", "bookByJooq, jooq", "bookByJpa, jpa", "bookWithAStep, stepped"})
  void itsRowsAreCommittedWithTheCompletion(String method, String consumer) throws Exception {
    invoke(method);
    invoke(method);

    assertThat(rows()).containsExactly("T-1");
    assertThat(status(consumer)).isEqualTo(Status.COMPLETED);
  }

  @ParameterizedTest
  @CsvSource({"book, transfers", "bookByJooq, jooq", "bookByJpa, jpa"})
  void anExceptionTakesItsRowsBack(String method, String consumer) throws Exception {
    // Alone, Spring commits at a checked one.
    last(
        () -> {
          throw new IOException("broken");
        });

    assertTakenBack(method, consumer);

    last(() -> {});
    invoke(method);
    assertThat(rows()).containsExactly("T-1");
  }

  /** As with Spring alone, though JPA writes it after the method. */
  @Test
  void anEntityThatTheDatabaseRefusesIsAnExceptionOfTheMethod() {
    LocalPostgres.run(source, "INSERT INTO booking VALUES ('T-1')");

    assertThatThrownBy(() -> invoke("bookByJpa"))
        .isInstanceOf(TryAgainException.class)
        .hasRootCauseInstanceOf(SQLException.class);

    assertThat(status("jpa")).isEqualTo(Status.RETRYABLE);
  }

  @Test
  void anEndWithoutSuccessTakesItsRowsBack() {
    assertTakenBack("bookLater", "later");
  }

  @Test
  void aWorkThatItReturnsIsDoneInItsTransaction() throws Exception {
    invoke("bookByWork");
    invoke("bookByWork");

    assertThat(rows()).containsExactly("T-1", "T-1-work");
  }

  @Test
  void aWorkThatIsRefusedTakesItsRowsBack() {
    LocalPostgres.run(source, "INSERT INTO booking VALUES ('T-1-work')");

    assertThatThrownBy(() -> invoke("bookByWork")).hasMessageContaining("SQLSTATE 23505");

    assertThat(rows()).containsExactly("T-1-work");
    assertThat(status("values")).isEqualTo(Status.FAILED);
  }

  @Test
  void aTransactionThatAnotherBeanHasGivenUpIsTakenBack() {
    last(() -> assertThatThrownBy(() -> ledger.refuse("T-2")).hasMessage("refused"));

    assertTakenBack("book", "transfers");
  }

  @Test
  void aNestedTransactionIsTakenBackAlone() throws Exception {
    last(
        () ->
            nested()
                .executeWithoutResult(
                    status -> {
                      new JdbcTemplate(source).update("INSERT INTO booking VALUES ('T-2')");
                      status.setRollbackOnly();
                    }));

    invoke("book");

    assertThat(rows()).containsExactly("T-1");
  }

  private TransactionTemplate nested() {
    TransactionTemplate nested =
        new TransactionTemplate(APPLICATION.getBean(JdbcTransactionManager.class));
    nested.setPropagationBehavior(TransactionTemplate.PROPAGATION_NESTED);
    return nested;
  }

  @Test
  void aTransactionOfItsOwnThatItCallsIsNotPartOfIt() {
    last(
        () -> {
          ledger.apart("T-2");
          throw new IllegalStateException("broken");
        });

    assertThatThrownBy(() -> invoke("book")).isInstanceOf(TryAgainException.class);

    assertThat(rows()).containsExactly("T-2");
  }

  @ParameterizedTest
  @CsvSource({"book, transfers", "bookByJpa, jpa"})
  void anAttemptWhoseClaimWasTakenOverCommitsNothing(String method, String consumer) {
    last(
        () -> {
          IdempotencyRecord seen = store.find(id(consumer)).orElseThrow();
          Claim other =
              new Claim(
                  seen.id(),
                  new AttemptId("other"),
                  bench.clock.instant().plusSeconds(60),
                  WriteTimestamp.of(bench.clock.instant(), Duration.ofDays(19)));
          assertThat(store.takeOver(seen, other)).isInstanceOf(WriteResult.Written.class);
        });

    assertThatThrownBy(() -> invoke(method)).isInstanceOf(TryAgainException.class);

    assertThat(rows()).isEmpty();
    assertThat(store.find(id(consumer)).orElseThrow().owner()).isEqualTo(new AttemptId("other"));
  }

  @ParameterizedTest
  @CsvSource({"book", "bookByJpa"})
  void aCommitWhoseAnswerWasLostIsFound(String method) throws Exception {
    last(() -> source.lose(LosingSource.Loss.ANSWER));

    invoke(method);
    invoke(method);

    assertThat(rows()).containsExactly("T-1");
  }

  @ParameterizedTest
  @CsvSource({"book, transfers", "bookByJpa, jpa"})
  void aCommitThatWasLostItselfHappensInTheNextAttempt(String method, String consumer)
      throws Exception {
    last(() -> source.lose(LosingSource.Loss.REQUEST));

    assertThatThrownBy(() -> invoke(method)).isInstanceOf(TryAgainException.class);
    assertThat(status(consumer)).isEqualTo(Status.RETRYABLE);
    last(() -> {});
    invoke(method);

    assertThat(rows()).containsExactly("T-1");
  }

  /** As if the process had died: the server rolls back. */
  @Test
  void aConnectionThatIsKilledBeforeTheCommitLeavesNothing() throws Exception {
    last(() -> assertThatThrownBy(this::killOwnConnection).isInstanceOf(RuntimeException.class));

    assertThatThrownBy(() -> invoke("book")).isInstanceOf(TryAgainException.class);
    assertThat(rows()).isEmpty();
    last(() -> {});
    invoke("book");

    assertThat(rows()).containsExactly("T-1");
  }

  private void killOwnConnection() {
    new JdbcTemplate(source).queryForList("SELECT pg_terminate_backend(pg_backend_pid())::text");
  }

  @Test
  void anErrorThatItCatchesCommitsNothing() {
    last(bookings::breakTheTransaction);

    assertThatThrownBy(() -> invoke("book")).isInstanceOf(TryAgainException.class);

    assertThat(bookings.last()).containsKey("caught");
    assertThat(rows()).isEmpty();
    assertThat(status("transfers")).isEqualTo(Status.RETRYABLE);
  }

  @Test
  void anErrorThatIsCaughtAfterTheCompletionCommitsNothing() {
    last(() -> beforeCommit(bookings::breakTheTransaction));

    assertTakenBack("book", "transfers");
  }

  /** Spring rolls nothing back after an exception of its own, and resets the connection. */
  @Test
  void aListenerBeforeTheCommitThatFindsNoConnectionTakesAllBack() throws Exception {
    last(
        () ->
            beforeCommit(
                () -> {
                  throw new CannotCreateTransactionException("The pool is exhausted");
                }));

    assertTakenBack("book", "transfers");
  }

  @Test
  void whatThrowsAfterTheCommitChangesNothing() throws Exception {
    last(
        () ->
            TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                  @Override
                  public void afterCommit() {
                    throw new IllegalStateException("broken");
                  }
                }));

    invoke("book");

    assertThat(rows()).containsExactly("T-1");
    assertThat(status("transfers")).isEqualTo(Status.COMPLETED);
  }

  private static void beforeCommit(Runnable code) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void beforeCommit(boolean readOnly) {
            code.run();
          }
        });
  }

  @Test
  void itsClaimIsRenewedWhileItRuns() throws Exception {
    last(() -> bench.timers.advance(Duration.ofMinutes(5)));

    invoke("book");

    assertThat(rows()).containsExactly("T-1");
    assertThat(bench.attempts).hasValue(1);
  }

  @Test
  void itsTimeoutTakesItsRowsBack() {
    assertTakenBack("bookSlowly", "slow");
  }

  @ParameterizedTest
  @EnumSource(LosingSource.Loss.class)
  void noTransactionIsLeftOnTheThread(LosingSource.Loss loss) {
    last(() -> source.lose(loss));
    try {
      invoke("book");
    } catch (Exception e) {
      assertThat(e).isInstanceOf(TryAgainException.class);
    }

    assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
  }

  @Test
  void aMethodIsNotRunInATransactionThatWouldEndAfterItsRecord() {
    TransactionTemplate around =
        new TransactionTemplate(APPLICATION.getBean(JdbcTransactionManager.class));

    assertThatThrownBy(
            () ->
                around.execute(
                    status -> {
                      assertThatThrownBy(() -> invoke("book"))
                          .isInstanceOf(ConfigurationException.class)
                          .hasMessageContaining("is called in a transaction");
                      throw new IllegalStateException("enough");
                    }))
        .hasMessage("enough");
    assertThat(store.find(ID)).isEmpty();
  }

  /** Asserts that a method has another attempt, and nothing of this one is left. */
  private void assertTakenBack(String method, String consumer) {
    assertThatThrownBy(() -> invoke(method)).isInstanceOf(TryAgainException.class);
    assertThat(rows()).isEmpty();
    assertThat(status(consumer)).isEqualTo(Status.RETRYABLE);
  }

  private void last(Bookings.Last last) {
    bookings.last().put("T-1", last);
  }

  private void invoke(String method) throws Exception {
    Object ignored = bench.invoke(bookings, method, new Transfer("T-1", "A-1", 500));
  }

  private List<String> rows() {
    return LocalPostgres.texts(source, "SELECT id FROM booking ORDER BY id");
  }

  private Status status(String consumer) {
    return store.find(id(consumer)).orElseThrow().status();
  }

  private static RecordId id(String consumer) {
    return RecordId.of(new ConsumerName(consumer), BusinessKey.of("T-1"));
  }
}
