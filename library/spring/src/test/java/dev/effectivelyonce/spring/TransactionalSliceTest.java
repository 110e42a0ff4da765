package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.once.TryAgainException;
import dev.effectivelyonce.postgres.LocalPostgres;
import dev.effectivelyonce.postgres.PostgresStore;
import io.awspring.cloud.sqs.annotation.SqsListener;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.Transactional;

/** A transactional listener without its broker, whose test has a store in its database. */
@EffectivelyOnceTest({TransactionalSliceTest.Invoices.class, TransactionalSliceTest.Database.class})
class TransactionalSliceTest {
  static class Invoices {
    private final JdbcTemplate jdbc;

    Invoices(JdbcTemplate jdbc) {
      this.jdbc = jdbc;
    }

    @SqsListener("invoices")
    @Once(consumer = "invoices", key = "#payload", onAbandonedClaim = RERUN)
    @Transactional
    void book(String invoice) {
      jdbc.update("INSERT INTO invoice VALUES (?)", invoice);
      if (invoice.startsWith("bad")) {
        throw new IllegalStateException("It has no amount");
      }
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Database {
    @Bean
    DataSource source() {
      return LocalPostgres.emptied();
    }

    @Bean
    JdbcTransactionManager transactions(DataSource source) {
      return new JdbcTransactionManager(source);
    }

    @Bean
    JdbcTemplate jdbc(DataSource source) {
      return new JdbcTemplate(source);
    }

    @Bean
    PostgresStore records(DataSource source) {
      return new PostgresStore(source);
    }
  }

  @Autowired private OnceDeliveries deliveries;
  @Autowired private JdbcTemplate jdbc;

  @BeforeEach
  void prepare() {
    LocalPostgres.emptied();
    jdbc.execute("DROP TABLE IF EXISTS invoice; CREATE TABLE invoice (id text)");
  }

  @Test
  void itsRowsAndItsRecordAreInTheTestsOwnStore() throws Exception {
    deliveries.deliver("invoices", "I-1");
    deliveries.deliver("invoices", "I-1");

    assertThat(rows("SELECT id FROM invoice")).containsExactly("I-1");
    assertThat(rows("SELECT status FROM effectively_once_record")).containsExactly("COMPLETED");
  }

  @Test
  void anExceptionTakesItsRowsBack() {
    assertThatThrownBy(() -> deliveries.deliver("invoices", "bad"))
        .isInstanceOf(TryAgainException.class);

    assertThat(rows("SELECT id FROM invoice")).isEmpty();
  }

  private List<String> rows(String query) {
    return jdbc.queryForList(query, String.class);
  }
}
