package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static dev.effectivelyonce.sqs.Reading.assertUnreadable;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The SDK's client, against a server that answers as S3 does. */
class S3PayloadsTest {
  /** An answer of S3. */
  private record Answer(int status, String body) {
    static Answer error(int status, String code) {
      return new Answer(
          status, "<Error><Code>%s</Code><Message>secret</Message></Error>".formatted(code));
    }
  }

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private Answer answer = new Answer(200, "payload");
  private HttpServer server;
  private S3Client client;
  private S3Payloads payloads;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    client =
        S3Client.builder()
            .endpointOverride(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
            .region(Region.EU_CENTRAL_1)
            .credentialsProvider(AnonymousCredentialsProvider.create())
            .forcePathStyle(true)
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .overrideConfiguration(override -> override.retryStrategy(it -> it.maxAttempts(1)))
            .build();
    payloads = new S3Payloads(() -> client, "payloads");
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @Test
  void anObjectIsReadByOneRequest() throws IOException {
    assertThat(payloads.read(pointer(7))).isEqualTo("payload".getBytes(UTF_8));
    assertThat(requests).containsExactly("GET /payloads/k");
  }

  @Test
  void ofAnObjectThatGrewOneByteMoreIsRead() throws IOException {
    answer = new Answer(200, "payload".repeat(100_000));

    assertThat(payloads.read(pointer(7))).hasSize(8);
  }

  @Test
  void anObjectThatShrankIsReturnedAsItIs() throws IOException {
    assertThat(payloads.read(pointer(100))).hasSize(7);
  }

  @Test
  void aMissingObjectIsUnreadable() {
    answer = Answer.error(404, "NoSuchKey");

    assertUnreadable(() -> payloads.read(pointer(7)), "S3 payload envelope: its object is missing");
  }

  @ParameterizedTest
  @CsvSource({
    "403, AccessDenied, the right to read its object is missing",
    "403, InvalidObjectState, its object is archived",
    "404, NoSuchBucket, its bucket is missing"
  })
  void whatSomebodyCanRepairWaitsWithItsRemedy(int status, String code, String problem) {
    answer = Answer.error(status, code);

    assertMistake(() -> payloads.read(pointer(7)), "S3 payload envelope: " + problem);
  }

  @Test
  void aServiceThatIsAwayIsNoFaultOfTheMessage() {
    answer = Answer.error(503, "SlowDown");

    assertThatThrownBy(() -> payloads.read(pointer(7))).isInstanceOf(S3Exception.class);
  }

  @Test
  void aPointerToAnotherBucketIsRefusedAndNothingIsAsked() {
    assertUnreadable(
        () -> payloads.read(new PayloadPointer("secret-bucket", "k", 7)),
        "its bucket is not the one that this consumer reads");
    assertThat(requests).isEmpty();
  }

  @Test
  void theBucketIsThatOfTheEnvironment() {
    S3Payloads fromEnvironment =
        S3Payloads.from(Map.of("EFFECTIVELY_ONCE_PAYLOAD_BUCKET", "payloads"));

    assertUnreadable(() -> fromEnvironment.read(new PayloadPointer("others", "k", 7)));
    assertMistake(() -> S3Payloads.from(Map.of()), "EFFECTIVELY_ONCE_PAYLOAD_BUCKET");
  }

  private static PayloadPointer pointer(int bytes) {
    return new PayloadPointer("payloads", "k", bytes);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
      byte[] body = answer.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
