package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Works by Spring, jOOQ and Hibernate: commit and rollback stay the store's. */
class FrameworksTest {
  private static final String INSERT = "INSERT INTO counter VALUES (?, 1)";

  private final WorkBench bench = new WorkBench();
  private final DataSource source = bench.source();

  /** Made once, when the first test needs it. */
  private static final class Jpa {
    static final SessionFactory SESSIONS =
        new Configuration()
            .addAnnotatedClass(Counter.class)
            .setProperty("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect")
            .setProperty("hibernate.boot.allow_jdbc_metadata_access", "false")
            .setProperty("hibernate.allow_update_outside_transaction", "true")
            .buildSessionFactory();
  }

  /** The effect of these tests as an entity. */
  @Entity
  @Table(name = "counter")
  static class Counter {
    @Id private String name = "";
    private int times;

    static Counter of(String name) {
      Counter counter = new Counter();
      counter.name = name;
      counter.times = 1;
      return counter;
    }

    int times() {
      return times;
    }
  }

  @AfterEach
  void close() {
    bench.close();
  }

  static <T> SqlWork template(Function<JdbcTemplate, T> code) {
    return SqlWork.of(
        connection ->
            code.apply(new JdbcTemplate(new SingleConnectionDataSource(connection, true))));
  }

  static SqlWork beansOf(DataSource pool, Runnable beans) {
    return SqlWork.run(
        connection -> {
          TransactionSynchronizationManager.bindResource(pool, new ConnectionHolder(connection));
          try {
            beans.run();
          } finally {
            TransactionSynchronizationManager.unbindResource(pool);
          }
        });
  }

  static <T> SqlWork jooq(Function<DSLContext, T> code) {
    return SqlWork.of(connection -> code.apply(DSL.using(connection, SQLDialect.POSTGRES)));
  }

  static SqlWork entities(SessionFactory sessions, Consumer<EntityManager> code) {
    return SqlWork.run(
        connection -> {
          try (Session session = sessions.withOptions().connection(connection).openSession()) {
            code.accept(session);
            session.flush();
          }
        });
  }

  private SqlWork insert(String by) {
    JdbcTemplate injected = new JdbcTemplate(source);
    return switch (by) {
      case "JdbcTemplate" -> template(it -> it.update(INSERT, "x"));
      case "an injected JdbcTemplate" -> beansOf(source, () -> injected.update(INSERT, "x"));
      case "jOOQ" -> jooq(it -> it.execute(INSERT, "x"));
      case "JPA" -> entities(Jpa.SESSIONS, it -> it.persist(Counter.of("x")));
      default -> throw new IllegalArgumentException(by);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"JdbcTemplate", "an injected JdbcTemplate", "jOOQ", "JPA"})
  void itsRowsAreCommittedWithTheRecordOrNotAtAll(String by) {
    HandlerResult.Unsuccessful no = HandlerResult.fail("no");

    assertThat(bench.refusal(insert(by).then(SqlWork.of(connection -> no)))).isEqualTo(no);
    assertCommitted(bench.complete(insert(by)));
    assertThat(Counters.count(source, "x")).isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"JdbcTemplate", "an injected JdbcTemplate", "jOOQ", "JPA"})
  void aConstraintThatItBreaksIsTheDeclaredOutcome(String by) {
    HandlerResult.Unsuccessful declared = HandlerResult.fail("It is booked already");
    SqlWork twice = Counters.raiseANew("x").then(insert(by).orElse(declared));

    assertThat(bench.refusal(twice)).isEqualTo(declared);
  }

  @Test
  void whatWouldCommitByItselfFailsTheEvent() {
    TransactionTemplate spring = new TransactionTemplate(new DataSourceTransactionManager(source));
    JdbcTemplate injected = new JdbcTemplate(source);
    List<SqlWork> committing =
        List.of(
            beansOf(
                source, () -> spring.executeWithoutResult(status -> injected.update(INSERT, "x"))),
            jooq(it -> it.transactionResult(inner -> DSL.using(inner).execute(INSERT, "x"))),
            entities(
                Jpa.SESSIONS,
                it -> {
                  it.getTransaction().begin();
                  it.persist(Counter.of("x"));
                  it.getTransaction().commit();
                }));

    assertThat(committing)
        .allSatisfy(
            work ->
                assertThat(bench.refusal(work).toString())
                    .startsWith("Fail")
                    .contains("only the store ends"));
  }
}
