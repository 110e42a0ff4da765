package dev.effectivelyonce.functions.database;

import java.net.URI;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.time.Clock;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;

/**
 * Tokens of IAM: a signed address in place of a password. Each connection gets a new one, which is
 * made on this machine without a call.
 */
final class TokenLogins implements Logins {
  private static final Duration LIFE = Duration.ofMinutes(15);
  private static final String NOT_AUTHORIZED = "28000";

  private final DatabaseSettings settings;
  private final String user;
  private final String region;
  private final AwsCredentialsProvider credentials;
  private final Clock clock;

  TokenLogins(
      DatabaseSettings settings,
      String user,
      String region,
      AwsCredentialsProvider credentials,
      Clock clock) {
    this.settings = settings;
    this.user = user;
    this.region = region;
    this.credentials = credentials;
    this.clock = clock;
  }

  @Override
  public Login current() throws SQLException {
    try {
      return new Login(user, token());
    } catch (SdkException e) {
      throw new SQLInvalidAuthorizationSpecException(
          "The function's role has no credentials to sign a token with", NOT_AUTHORIZED, e);
    }
  }

  @Override
  public void refused() {}

  private String token() {
    SdkHttpRequest request =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.GET)
            .uri(URI.create("https://%s:%s/".formatted(settings.host(), settings.port())))
            .appendRawQueryParameter("DBUser", user)
            .appendRawQueryParameter("Action", "connect")
            .build();
    SdkHttpRequest signed =
        AwsV4HttpSigner.create()
            .sign(
                sign ->
                    sign.identity(credentials.resolveCredentials())
                        .request(request)
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "rds-db")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                        .putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                        .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, LIFE)
                        .putProperty(HttpSigner.SIGNING_CLOCK, clock))
            .request();
    return signed.getUri().toString().substring("https://".length());
  }
}
