package dev.effectivelyonce.spring;

import static dev.effectivelyonce.spring.WebApplication.isReplayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.postgres.LocalPostgres;
import dev.effectivelyonce.postgres.PostgresStore;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.filter.OncePerRequestFilter;

/** A transactional method that answers requests, on a database that has rows and records. */
class TransactionalRequestsTest {
  @EnableTransactionManagement(proxyTargetClass = true)
  static class Transactions {}

  /** A caller of the method that has a transaction, as no server should. */
  static class Surrounding extends OncePerRequestFilter {
    private final TransactionTemplate transaction;

    Surrounding(JdbcTransactionManager manager) {
      this.transaction = new TransactionTemplate(manager);
    }

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      if (request.getHeader("Surrounded") == null) {
        chain.doFilter(request, response);
        return;
      }
      transaction.executeWithoutResult(
          status ->
              assertThatThrownBy(() -> chain.doFilter(request, response))
                  .hasStackTraceContaining("Transfers.transfer is called in a transaction"));
      response.setStatus(418);
    }
  }

  private static LosingSource source;
  private static WebApplication application;

  @BeforeAll
  static void start() {
    source = new LosingSource(LocalPostgres.emptied());
    application =
        new WebApplication(
            new PostgresStore(source),
            context -> {
              context.registerBean(DataSource.class, () -> source);
              context.registerBean(JdbcTransactionManager.class);
              context.registerBean(Surrounding.class);
            },
            Transfers.class,
            Transactions.class);
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  @BeforeEach
  void prepare() {
    LocalPostgres.emptied();
    LocalPostgres.run(
        source,
        "CREATE TABLE IF NOT EXISTS transfer (id text, cents bigint); DELETE FROM transfer");
  }

  @Test
  void itsRowsAreCommittedWithItsAnswer() throws Exception {
    HttpResponse<String> first = transfer("A-1");
    HttpResponse<String> again = transfer("A-1");

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(first.headers().firstValue("Location")).contains("/transfers/" + rows().getFirst());
    assertThat(again.headers().firstValue("Location"))
        .isEqualTo(first.headers().firstValue("Location"));
    assertThat(isReplayed(again)).isTrue();
    assertThat(rows()).hasSize(1);
  }

  /**
   * As the method returned: a refusal is an end, as Spring commits it; after an exception or a 5xx,
   * all is rolled back.
   */
  @ParameterizedTest
  @CsvSource({
    "A-refused, 409, true, 1",
    "A-none, 404, true, 0",
    "A-busy, 503, false, 0",
    "A-broken, 500, false, 0"
  })
  void itsAnswerSaysWhetherItsRowsStay(String account, int status, boolean isKept, int rows)
      throws Exception {
    assertThat(transfer(account).statusCode()).isEqualTo(status);
    HttpResponse<String> again = transfer(account);

    assertThat(again.statusCode()).isEqualTo(status);
    assertThat(isReplayed(again)).isEqualTo(isKept);
    assertThat(rows()).hasSize(rows);
  }

  /** A gateway may have done what its rows don't tell. */
  @Test
  void underHoldAnAnswerThatIsNoEndIsHeldThoughItsRowsAreRolledBack() throws Exception {
    assertThat(application.send(request("/charges", "A-1")).statusCode()).isEqualTo(502);

    HttpResponse<String> again = application.send(request("/charges", "A-1"));

    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.body()).contains("urn:effectively-once:problem:held");
    assertThat(rows()).isEmpty();
  }

  @Test
  void aCommitWhoseAnswerWasLostIsFound() throws Exception {
    source.lose(LosingSource.Loss.ANSWER);

    assertThat(transfer("A-1").statusCode()).isEqualTo(201);
    assertThat(isReplayed(transfer("A-1"))).isTrue();
    assertThat(rows()).hasSize(1);
  }

  @Test
  void aCommitThatWasLostItselfHappensInTheNextRequest() throws Exception {
    source.lose(LosingSource.Loss.REQUEST);

    assertThat(transfer("A-1").statusCode()).isEqualTo(503);
    assertThat(rows()).isEmpty();
    assertThat(transfer("A-1").statusCode()).isEqualTo(201);
    assertThat(rows()).hasSize(1);
  }

  @Test
  void aTransactionThatWouldEndAfterTheRecordIsRefused() throws Exception {
    HttpResponse<String> answer =
        application.send(request("/transfers", "A-1").header("Surrounded", "yes"));

    assertThat(answer.statusCode()).isEqualTo(418);
    assertThat(rows()).isEmpty();
    assertThat(LocalPostgres.texts(source, "SELECT id FROM effectively_once_record")).isEmpty();
  }

  private static HttpResponse<String> transfer(String account) throws Exception {
    return application.send(request("/transfers", account));
  }

  private static HttpRequest.Builder request(String path, String account) {
    return application
        .request(path)
        .POST(BodyPublishers.ofString("{\"account\":\"%s\",\"cents\":500}".formatted(account)))
        .header("Idempotency-Key", "T-1");
  }

  private static List<String> rows() {
    return LocalPostgres.texts(source, "SELECT id FROM transfer");
  }
}
