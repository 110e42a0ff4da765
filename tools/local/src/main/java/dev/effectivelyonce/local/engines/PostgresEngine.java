package dev.effectivelyonce.local.engines;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.template.FunctionResource;
import dev.effectivelyonce.local.template.StackTemplate;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * A PostgreSQL server on a free loopback port, for the functions that have a database. It holds
 * their databases, with the tables that their packages bring along, and one role, which owns
 * nothing.
 */
record PostgresEngine(EmbeddedPostgres server) implements AutoCloseable {
  /** The role that the functions log in as. The server trusts whoever is on this machine. */
  private static final String ROLE = "functions";

  private static final String OWNER = "postgres";

  /**
   * Starts one if a function of the template needs it.
   *
   * @throws LocalRunnerException if it does not start, or refuses a function's tables
   */
  static Optional<PostgresEngine> neededBy(StackTemplate template) {
    List<FunctionResource> users =
        template.functions().stream().filter(PostgresEngine::isUsedBy).toList();
    if (users.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Engines.ready(
            start(),
            engine -> {
              engine.run(OWNER, "CREATE ROLE " + ROLE + " LOGIN");
              users.stream()
                  .collect(Collectors.groupingBy(PostgresEngine::database))
                  .forEach(engine::create);
            },
            PostgresEngine::close));
  }

  private static boolean isUsedBy(FunctionResource function) {
    return function.environment().containsKey(EnvironmentVariables.DATABASE_HOST);
  }

  private static String database(FunctionResource function) {
    return function.environment().getOrDefault(EnvironmentVariables.DATABASE_NAME, OWNER);
  }

  private static PostgresEngine start() {
    try {
      return new PostgresEngine(
          EmbeddedPostgres.builder()
              // What was acknowledged is to survive, which the default of this runner does not ask.
              .setServerConfig("synchronous_commit", "on")
              .start());
    } catch (IOException | IllegalStateException e) {
      throw new LocalRunnerException("PostgreSQL did not start: " + e.getMessage(), e);
    }
  }

  private void create(String database, List<FunctionResource> users) {
    if (!database.equals(OWNER)) {
      run(OWNER, "CREATE DATABASE \"%s\"".formatted(database.replace("\"", "\"\"")));
    }
    Set<Migration> migrations = new TreeSet<>();
    users.forEach(function -> migrations.addAll(Migration.of(function.zip())));
    migrations.forEach(migration -> run(database, migration.sql()));
    run(database, "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + ROLE);
  }

  private void run(String database, String sql) {
    try (Connection connection = source(database).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new LocalRunnerException(
          "PostgreSQL refused to prepare the database %s: %s".formatted(database, e.getMessage()),
          e);
    }
  }

  /** Returns a database, as its owner sees it. Each connection is a new one. */
  DataSource source(String database) {
    return server.getDatabase(OWNER, database);
  }

  /** Returns the stack whose functions find their databases here. */
  StackTemplate before(StackTemplate template) {
    Map<String, String> place =
        Map.of(
            EnvironmentVariables.DATABASE_HOST,
            "127.0.0.1",
            EnvironmentVariables.DATABASE_PORT,
            Integer.toString(server.getPort()),
            EnvironmentVariables.DATABASE_USER,
            ROLE,
            "DATABASE_TLS",
            "NONE");
    return template.withFunctions(
        function ->
            isUsedBy(function)
                ? function
                    .withoutVariable(EnvironmentVariables.DATABASE_SECRET)
                    .withEnvironment(place)
                : function);
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new LocalRunnerException("PostgreSQL did not stop: " + e.getMessage(), e);
    }
  }
}
