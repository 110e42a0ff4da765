package dev.effectivelyonce.functions.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.postgres.PostgresSchema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.Test;

/** The library's tables and the sample's by Flyway, as docs/postgres.md has it. */
class MigrationsTest {
  private static final String LIBRARY = "classpath:dev/effectivelyonce/postgres";
  private static final String LEDGER = "classpath:dev/effectivelyonce/functions/ledger";

  @Test
  void theLibrarysFilesAndTheSamplesHaveOneHistory() throws IOException {
    try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
      Flyway flyway = of(server.getPostgresDatabase()).locations(LIBRARY, LEDGER).load();

      flyway.migrate();

      assertThat(versions(flyway)).containsExactly("1", "2", "100");
      assertThat(flyway.migrate().migrationsExecuted).isZero();
      assertThatNothingIsMissing(server.getPostgresDatabase());
    }
  }

  @Test
  void theLibrarysFilesHaveAHistoryOfTheirOwnBesideTablesThatAreThere() throws IOException {
    try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
      DataSource source = server.getPostgresDatabase();
      of(source).locations("classpath:dev/effectivelyonce/users").load().migrate();

      Flyway flyway =
          of(source)
              .locations(LIBRARY)
              .table("effectively_once_history")
              .baselineOnMigrate(true)
              .baselineVersion("0")
              .load();
      flyway.migrate();

      assertThat(versions(flyway)).containsExactly("0", "1", "2");
      assertThatNothingIsMissing(source);
    }
  }

  private static FluentConfiguration of(DataSource source) {
    return Flyway.configure().dataSource(source);
  }

  private static Stream<String> versions(Flyway flyway) {
    return Stream.of(flyway.info().applied())
        .map(MigrationInfo::getVersion)
        .map(version -> version.getVersion());
  }

  private static void assertThatNothingIsMissing(DataSource source) {
    assertThat(PostgresSchema.check(source, PostgresSchema.Use.values())).isEmpty();
  }
}
