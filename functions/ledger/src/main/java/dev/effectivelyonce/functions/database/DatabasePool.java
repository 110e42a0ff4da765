package dev.effectivelyonce.functions.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.functions.database.DatabaseSettings.Authentication;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;

/**
 * A small pool of connections. It opens none before the first is asked for, and closes all before
 * SnapStart takes its snapshot: a restored process would find them dead.
 */
public final class DatabasePool implements Resource, AutoCloseable {
  /**
   * The most connections of one process. A handler holds one for the time of a call alone, so a
   * batch of ten shares them. Concurrent processes times this is what the server has to take.
   */
  static final int SIZE = 4;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(4);
  private static final Duration LONGEST_LIFE = Duration.ofMinutes(10);
  private static final Duration IDLE = Duration.ofMinutes(1);
  private static final Duration LONGEST_CALL = Duration.ofSeconds(3);

  private final HikariDataSource pool;

  DatabasePool(DatabaseSettings settings, Logins logins, Duration longestWait) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(new LoginDataSource(settings, logins));
    config.setMaximumPoolSize(SIZE);
    config.setMinimumIdle(0);
    config.setIdleTimeout(IDLE.toMillis());
    config.setMaxLifetime(LONGEST_LIFE.toMillis());
    config.setConnectionTimeout(longestWait.toMillis());
    // A database that is away is a fault of each message, which waits; not of the start.
    config.setInitializationFailTimeout(-1);
    this.pool = new HikariDataSource(config);
  }

  /**
   * Makes a pool with what a function finds in its environment. Nothing is called yet.
   *
   * @throws ConfigurationException if the region is missing
   */
  public static DatabasePool of(DatabaseSettings settings, Map<String, String> environment) {
    String region = EnvironmentVariables.required(environment, "AWS_REGION");
    AwsCredentialsProvider credentials = DefaultCredentialsProvider.builder().build();
    Logins logins =
        switch (settings.authentication()) {
          case Authentication.Secret(String arn) ->
              new SecretLogins(secretsManager(credentials), arn);
          case Authentication.Token(String user) ->
              new TokenLogins(settings, user, region, credentials, Platform.system().clock());
        };
    DatabasePool pool = new DatabasePool(settings, logins, LONGEST_WAIT);
    Core.getGlobalContext().register(pool);
    return pool;
  }

  private static SecretsManagerClient secretsManager(AwsCredentialsProvider credentials) {
    return SecretsManagerClient.builder()
        .credentialsProvider(credentials)
        .httpClientBuilder(
            UrlConnectionHttpClient.builder()
                .connectionTimeout(LONGEST_CALL)
                .socketTimeout(LONGEST_CALL))
        .overrideConfiguration(override -> override.apiCallTimeout(LONGEST_CALL))
        .build();
  }

  /** Returns the connections, each given back when it is closed. */
  public DataSource connections() {
    return pool;
  }

  int open() {
    return Objects.requireNonNull(pool.getHikariPoolMXBean()).getTotalConnections();
  }

  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) {
    Objects.requireNonNull(pool.getHikariPoolMXBean()).softEvictConnections();
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {}

  @Override
  public void close() {
    pool.close();
  }
}
