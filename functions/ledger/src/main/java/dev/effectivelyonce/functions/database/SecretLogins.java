package dev.effectivelyonce.functions.database;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;

/**
 * User and password of a secret. It is read with the first connection, and again when the database
 * has refused what it said: a rotated password takes effect without a new process.
 */
final class SecretLogins implements Logins {
  private static final int FIRST_SERVER_FAULT = 500;
  private static final String NOT_AUTHORIZED = "28000";
  private static final String NOT_CONNECTED = "08001";

  private final SecretsManagerClient client;
  private final String arn;
  private final ObjectMapper json = new ObjectMapper();
  private volatile Optional<Login> known = Optional.empty();

  SecretLogins(SecretsManagerClient client, String arn) {
    this.client = client;
    this.arn = arn;
  }

  @Override
  public Login current() throws SQLException {
    Optional<Login> login = known;
    if (login.isPresent()) {
      return login.get();
    }
    Login read = login(text());
    known = Optional.of(read);
    return read;
  }

  @Override
  public void refused() {
    known = Optional.empty();
  }

  private String text() throws SQLException {
    try {
      String text = client.getSecretValue(get -> get.secretId(arn)).secretString();
      return Optional.ofNullable(text).orElse("");
    } catch (AwsServiceException e) {
      if (e.statusCode() < FIRST_SERVER_FAULT && !e.isThrottlingException()) {
        throw new SQLInvalidAuthorizationSpecException(
            "The secret with the database's password is refused", NOT_AUTHORIZED, e);
      }
      throw unreachable(e);
    } catch (SdkException e) {
      throw unreachable(e);
    }
  }

  private static SQLException unreachable(SdkException e) {
    return new SQLNonTransientConnectionException(
        "Secrets Manager gave no answer", NOT_CONNECTED, e);
  }

  /** Passes no cause on: a parser's message quotes what it read. */
  private Login login(String text) throws SQLException {
    try {
      JsonNode secret = json.readTree(text);
      String user = secret.path("username").asText();
      String password = secret.path("password").asText();
      if (!user.isBlank() && !password.isBlank()) {
        return new Login(user, password);
      }
    } catch (JsonProcessingException e) {
      // Reported below: its message would quote the secret.
    }
    throw new SQLInvalidAuthorizationSpecException(
        "The secret is no JSON object with \"username\" and \"password\"", NOT_AUTHORIZED);
  }
}
