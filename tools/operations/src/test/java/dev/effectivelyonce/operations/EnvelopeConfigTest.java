package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.operations.config.ConfigFile;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.sqs.ReadMessage;
import dev.effectivelyonce.sqs.SqsMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands find keys and fingerprints inside of the envelopes that the configuration names. */
class EnvelopeConfigTest {
  private static final String ORDER = "{\"orderId\":\"A\",\"totalCents\":7}";
  @TempDir private Path directory;

  @Test
  void keyAndFingerprintAreThoseInside() throws IOException {
    ConsumerEntry consumer = consumer("[\"sns\", \"base64\"]");
    String order = Base64.getEncoder().encodeToString(ORDER.getBytes(StandardCharsets.UTF_8));
    String body = "{\"Type\":\"Notification\",\"MessageId\":\"m\",\"Message\":\"" + order + "\"}";

    ReadMessage.Usable<String> read =
        (ReadMessage.Usable<String>) consumer.identity().read(message(body));
    assertThat(read.key()).isEqualTo(BusinessKey.of("A"));
    assertThat(read.fingerprint()).contains(Fingerprint.of("7"));
    assertThat(consumer.at(body, "/totalCents")).contains("7");
    assertThat(consumer.fingerprintOf(body)).contains(Fingerprint.of("7"));
  }

  @Test
  void aBodyInNoEnvelopeIsReadAsItIs() throws IOException {
    assertThat(consumer("[]").at(ORDER, "/orderId")).contains("A");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SNS", "payloadInS3", "s3Notification"})
  void whatCommandsCanNotOpenIsRefusedWithTheRemedy(String name) {
    assertThatThrownBy(() -> consumer("\"" + name + "\""))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("The envelope \"" + name + "\"")
        .hasMessageContaining("base64, eventBridge, gzipInBase64, sns")
        .hasMessageContaining("replay function");
  }

  private ConsumerEntry consumer(String envelope) throws IOException {
    Path file = directory.resolve("effectively-once.json");
    Files.writeString(
        file,
        """
        {"consumers": [{"name": "orders", "queue": "q", "table": "t", "key": "/orderId",
          "fingerprint": "/totalCents", "envelope": %s}]}
        """
            .formatted(envelope));
    return ConfigFile.read(file).consumer("orders");
  }

  private static SqsMessage message(String body) {
    return new SqsMessage(
        Optional.of("id"),
        Optional.empty(),
        Optional.of(body),
        Optional.empty(),
        Optional.empty(),
        1,
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }
}
