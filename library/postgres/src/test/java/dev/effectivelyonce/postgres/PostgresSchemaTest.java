package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.postgres.PostgresSchema.Finding;
import dev.effectivelyonce.postgres.PostgresSchema.Kind;
import dev.effectivelyonce.postgres.PostgresSchema.Use;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks databases of which one thing each is wrong. */
class PostgresSchemaTest {
  private final DataSource admin = LocalPostgres.emptied();

  @BeforeEach
  void makeSchema() {
    dropSchema();
    LocalPostgres.run(
        admin,
        "CREATE ROLE checked LOGIN; CREATE SCHEMA checked AUTHORIZATION checked;"
            + " ALTER ROLE checked SET search_path = checked");
    run(LocalPostgres.schema());
  }

  @AfterEach
  void dropSchema() {
    LocalPostgres.run(admin, "DROP SCHEMA IF EXISTS checked CASCADE; DROP ROLE IF EXISTS checked");
  }

  @Test
  void whatTheSchemaFileMakesIsRight() {
    assertThat(PostgresSchema.check(checked())).isEmpty();
    assertThatCode(() -> PostgresSchema.require(checked())).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "effectively_once_schema",
        "effectively_once_record",
        "effectively_once_trail",
        "effectively_once_observed"
      })
  void aMissingTableIsFound(String table) {
    run("DROP TABLE " + table);

    assertFound(Kind.MISSING_TABLE, table, "V1__effectively_once.sql");
  }

  @Test
  void aMissingColumnIsFound() {
    run("ALTER TABLE effectively_once_record DROP COLUMN steps");

    assertFound(Kind.MISSING_COLUMN, "[steps]", "Restore");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void tablesOfAnotherVersionAreFound(int version) {
    run("UPDATE effectively_once_schema SET version = " + version);

    assertFound(Kind.OTHER_VERSION, "[" + version + "]", "Migrate");
  }

  @Test
  void tablesOfNoVersionAreFound() {
    run("DELETE FROM effectively_once_schema");

    assertFound(Kind.OTHER_VERSION, "[]", "Migrate");
  }

  @Test
  void recordsDoWithTheFirstVersionAndMessagesDoNot() {
    run("DROP TABLE effectively_once_outbox; UPDATE effectively_once_schema SET version = 1");

    assertThat(PostgresSchema.check(checked())).isEmpty();
    for (Use use : List.of(Use.OUTBOX, Use.PUBLISHER)) {
      assertThat(PostgresSchema.check(checked(), Use.RECORDS, use))
          .singleElement()
          .satisfies(it -> assertThat(it.kind()).isEqualTo(Kind.MISSING_TABLE))
          .satisfies(it -> assertThat(it.remedy()).contains("V2__effectively_once_outbox.sql"));
    }
  }

  @Test
  void messagesNeedTheSecondVersion() {
    run("UPDATE effectively_once_schema SET version = 1");

    assertThat(PostgresSchema.check(checked(), Use.OUTBOX))
        .map(Finding::kind)
        .containsExactly(Kind.OTHER_VERSION);
  }

  @Test
  void eachUseAsksForItsRightsAlone() {
    run("REVOKE SELECT, UPDATE, DELETE ON effectively_once_outbox FROM checked");

    assertThat(PostgresSchema.check(checked(), Use.RECORDS, Use.OUTBOX)).isEmpty();
    assertThat(PostgresSchema.check(checked(), Use.PUBLISHER))
        .map(Finding::remedy)
        .containsExactly(
            "GRANT SELECT ON effectively_once_outbox to it",
            "GRANT UPDATE ON effectively_once_outbox to it",
            "GRANT DELETE ON effectively_once_outbox to it");
  }

  @Test
  void aMissingColumnOfTheOutboxIsFound() {
    run("ALTER TABLE effectively_once_outbox DROP COLUMN refused_ms");

    assertThat(PostgresSchema.check(checked(), Use.PUBLISHER))
        .singleElement()
        .satisfies(it -> assertThat(it.problem()).contains("lacks [refused_ms]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT", "INSERT", "UPDATE", "DELETE"})
  void aMissingRightIsFound(String right) {
    run("REVOKE " + right + " ON effectively_once_record FROM checked");

    assertFound(Kind.MISSING_RIGHT, right, "GRANT " + right + " ON effectively_once_record");
  }

  @Test
  void aVersionThatTheRoleMayNotReadIsAMissingRight() {
    run("REVOKE SELECT ON effectively_once_schema FROM checked");

    assertFound(Kind.MISSING_RIGHT, "SELECT", "GRANT SELECT ON effectively_once_schema");
  }

  @Test
  void aRoleThatOnlyReadsIsFound() {
    LocalPostgres.run(admin, "ALTER ROLE checked SET default_transaction_read_only = on");

    assertFound(Kind.READ_ONLY, "only reads", "writer");
  }

  @ParameterizedTest
  @ValueSource(ints = {-6, 6})
  void clocksThatDifferAreFound(int seconds) {
    Clock wrong = Clock.offset(Platform.system().clock(), Duration.ofSeconds(seconds));

    assertThat(PostgresSchema.check(checked(), wrong))
        .map(Finding::kind)
        .containsExactly(Kind.CLOCK_SKEW);
  }

  @Test
  void aStartIsRefusedWithAllFindings() {
    run("DROP TABLE effectively_once_trail");
    LocalPostgres.run(admin, "ALTER ROLE checked SET default_transaction_read_only = on");

    assertThatThrownBy(() -> PostgresSchema.require(checked()))
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll("effectively_once_trail", "only reads", "writer's endpoint");
  }

  private void assertFound(Kind kind, String problem, String remedy) {
    List<Finding> findings = PostgresSchema.check(checked());

    assertThat(findings).map(Finding::kind).containsExactly(kind);
    assertThat(findings.getFirst().problem()).contains(problem);
    assertThat(findings.getFirst().remedy()).contains(remedy);
  }

  private static void run(String sql) {
    LocalPostgres.run(checked(), sql);
  }

  private static DataSource checked() {
    return LocalPostgres.server().getDatabase("checked", "postgres");
  }
}
