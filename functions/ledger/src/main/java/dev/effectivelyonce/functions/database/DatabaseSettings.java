package dev.effectivelyonce.functions.database;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import java.util.Map;
import java.util.Optional;

/**
 * The place of a function's database, and how the function shows who it is.
 *
 * @param host {@value EnvironmentVariables#DATABASE_HOST}
 * @param port {@value EnvironmentVariables#DATABASE_PORT}
 * @param name {@value EnvironmentVariables#DATABASE_NAME}
 * @param authentication by the variable of it that is set
 * @param encryption {@value #TLS}: {@code VERIFIED} or {@code NONE}; missing: {@code VERIFIED}
 * @param certificates {@value #CERTIFICATES}: a file of certificates that the server's is checked
 *     against; missing: those of the Java runtime, which suit RDS Proxy
 */
public record DatabaseSettings(
    String host,
    int port,
    String name,
    Authentication authentication,
    Encryption encryption,
    Optional<String> certificates) {
  /** The variable that says how connections are encrypted. */
  public static final String TLS = "DATABASE_TLS";

  /** The variable with the file of certificates. */
  public static final String CERTIFICATES = "DATABASE_CERTIFICATES";

  private static final int HIGHEST_PORT = 65_535;

  /** The way in which the function shows who it is. */
  public sealed interface Authentication {
    /**
     * User and password of a secret, in the form of those that RDS manages.
     *
     * @param arn {@value EnvironmentVariables#DATABASE_SECRET}
     */
    record Secret(String arn) implements Authentication {}

    /**
     * A token that IAM signs for a user, 15 minutes long.
     *
     * @param user {@value EnvironmentVariables#DATABASE_USER}
     */
    record Token(String user) implements Authentication {}
  }

  /** How connections are encrypted. */
  public enum Encryption {
    /** TLS, to a server that has proved its name. */
    VERIFIED,
    /** None: for a server on the same machine, in trials. */
    NONE
  }

  /**
   * Reads the variables, as the construct sets them.
   *
   * @throws ConfigurationException if one is missing or malformed; its text names it and the remedy
   */
  public static DatabaseSettings from(Map<String, String> environment) {
    return new DatabaseSettings(
        EnvironmentVariables.required(environment, EnvironmentVariables.DATABASE_HOST),
        port(EnvironmentVariables.required(environment, EnvironmentVariables.DATABASE_PORT)),
        EnvironmentVariables.required(environment, EnvironmentVariables.DATABASE_NAME),
        authentication(environment),
        EnvironmentVariables.choice(environment, TLS, Encryption.VERIFIED),
        Optional.ofNullable(environment.get(CERTIFICATES)));
  }

  private static Authentication authentication(Map<String, String> environment) {
    Optional<String> secret =
        Optional.ofNullable(environment.get(EnvironmentVariables.DATABASE_SECRET));
    Optional<String> user =
        Optional.ofNullable(environment.get(EnvironmentVariables.DATABASE_USER));
    if (secret.isPresent() == user.isPresent()) {
      throw new ConfigurationException(
          "The environment has %s of %s and %s"
              .formatted(
                  secret.isPresent() ? "both" : "none",
                  EnvironmentVariables.DATABASE_SECRET,
                  EnvironmentVariables.DATABASE_USER),
          "Set one of them: a secret's ARN, or a user that IAM signs tokens for");
    }
    return secret
        .<Authentication>map(Authentication.Secret::new)
        .or(() -> user.map(Authentication.Token::new))
        .orElseThrow();
  }

  private static int port(String value) {
    try {
      int port = Integer.parseInt(value);
      if (port > 0 && port <= HIGHEST_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the remedy.
    }
    throw EnvironmentVariables.malformed(
        EnvironmentVariables.DATABASE_PORT, value, "Set the database's port, such as 5432");
  }
}
