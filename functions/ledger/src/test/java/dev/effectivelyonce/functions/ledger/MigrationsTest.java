package dev.effectivelyonce.functions.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.postgres.LocalPostgres;
import dev.effectivelyonce.postgres.PostgresSchema;
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
  void theLibrarysFilesAndTheSamplesHaveOneHistory() {
    DataSource source = empty("one_history");
    Flyway flyway = of(source).locations(LIBRARY, LEDGER).load();

    flyway.migrate();

    assertThat(versions(flyway)).containsExactly("1", "2", "100");
    assertThat(flyway.migrate().migrationsExecuted).isZero();
    assertThatNothingIsMissing(source);
  }

  @Test
  void theLibrarysFilesHaveAHistoryOfTheirOwnBesideTablesThatAreThere() {
    DataSource source = empty("two_histories");
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

  /** Makes a database without tables. */
  private static DataSource empty(String database) {
    LocalPostgres.run(LocalPostgres.emptied(), "CREATE DATABASE " + database);
    return LocalPostgres.server().getDatabase("postgres", database);
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
