package dev.effectivelyonce.functions.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;
import software.amazon.awssdk.services.secretsmanager.model.GetSecretValueRequest;
import software.amazon.awssdk.services.secretsmanager.model.GetSecretValueResponse;
import software.amazon.awssdk.services.secretsmanager.model.SecretsManagerException;

class LoginsTest {
  private static final String HIDDEN = "s3cr3t";
  private static final String SECRET = "{\"username\":\"ledger\",\"password\":\"s3cr3t\"}";
  private static final Clock NOW =
      Clock.fixed(Instant.parse("2026-11-01T12:00:00Z"), ZoneOffset.UTC);

  private final List<String> asked = new ArrayList<>();

  /** The form of the request is RDS's; its signature is that of these credentials at this time. */
  @Test
  void aTokenIsASignedAddressWithoutItsScheme() throws SQLException {
    TokenLogins logins =
        new TokenLogins(
            DatabaseSettings.from(DatabaseSettingsTest.VALID),
            "ledger",
            "eu-central-1",
            StaticCredentialsProvider.create(AwsBasicCredentials.create("AKID", HIDDEN)),
            NOW);

    Login login = logins.current();

    assertThat(login.user()).isEqualTo("ledger");
    assertThat(login.password())
        .startsWith("ledger.example.com:5432/?")
        .contains("DBUser=ledger", "Action=connect", "X-Amz-Date=20261101T120000Z")
        .contains("X-Amz-Expires=900", "X-Amz-SignedHeaders=host", "X-Amz-Signature=")
        .contains("X-Amz-Credential=AKID%2F20261101%2Feu-central-1%2Frds-db%2Faws4_request")
        .doesNotContain(HIDDEN);
  }

  @Test
  void aSecretIsReadOnceAndAgainWhenTheDatabaseRefusedIt() throws SQLException {
    SecretLogins logins = logins(() -> SECRET);

    assertThat(logins.current()).isEqualTo(new Login("ledger", HIDDEN));
    assertThat(logins.current()).isEqualTo(new Login("ledger", HIDDEN));
    assertThat(asked).containsExactly("arn:secret");
    logins.refused();

    assertThat(logins.current()).isEqualTo(new Login("ledger", HIDDEN));
    assertThat(asked).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s3cr3t",
        "[]",
        "{\"username\":\"ledger\",\"password\":7",
        "{\"password\":\"s3cr3t\"}"
      })
  void aSecretOfAnotherFormDeniesAndIsNotQuoted(String text) {
    assertThatThrownBy(logins(() -> text)::current)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28000"))
        .satisfies(e -> assertThat(Throwables.getStackTrace(e)).doesNotContain(HIDDEN));
  }

  static List<Arguments> failures() {
    return List.of(
        Arguments.of(answer(400), "28000"),
        Arguments.of(answer(500), "08001"),
        Arguments.of(answer(429), "08001"),
        Arguments.of(SdkClientException.create("no route"), "08001"));
  }

  private static RuntimeException answer(int status) {
    return SecretsManagerException.builder().statusCode(status).build();
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aSecretThatIsRefusedDeniesAndOneThatDoesNotAnswerIsUnreachable(
      RuntimeException failure, String state) {
    SecretLogins logins =
        logins(
            () -> {
              throw failure;
            });

    assertThatThrownBy(logins::current)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  @Test
  void aLoginsTextHasNoPassword() {
    assertThat(new Login("ledger", HIDDEN)).hasToString("Login[user=ledger]");
  }

  private SecretLogins logins(Supplier<String> text) {
    return new SecretLogins(new Secrets(text), "arn:secret");
  }

  private final class Secrets implements SecretsManagerClient {
    private final Supplier<String> text;

    Secrets(Supplier<String> text) {
      this.text = text;
    }

    @Override
    public GetSecretValueResponse getSecretValue(GetSecretValueRequest request) {
      asked.add(request.secretId());
      return GetSecretValueResponse.builder().secretString(text.get()).build();
    }

    @Override
    public String serviceName() {
      return "secretsmanager";
    }

    @Override
    public void close() {}
  }
}
