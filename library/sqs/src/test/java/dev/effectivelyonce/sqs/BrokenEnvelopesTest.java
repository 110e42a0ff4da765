package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.sqs.Reading.texts;
import static dev.effectivelyonce.sqs.Reading.unusable;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A broken envelope, or another one, is unreadable by its name, and nothing of it is quoted. */
class BrokenEnvelopesTest {
  private static final Map<String, Envelope> BY_NAME =
      Map.of(
          "SNS", Envelope.sns(),
          "EventBridge", Envelope.eventBridge(),
          "S3", Envelope.s3Notification(),
          "base64", Envelope.base64(),
          "gzip", Envelope.gzipInBase64());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "SNS | {\"secret\":1} | no Type",
        "SNS | {\"Type\":\"SubscriptionConfirmation\",\"Token\":\"secret\"} | its Type is not"
            + " Notification",
        "SNS | {\"Type\":\"Notification\",\"MessageId\":\"secret\"} | no Message",
        "SNS | {\"Type\":\"Notification\",\"Message\":{\"secret\":1}} | no Message",
        "SNS | {\"Type\":\"Notification\",\"Message\":\"secret\"} | no MessageId",
        "SNS | {\"Type\":\"Notification\",\"Message\":\"a\",\"Message\":\"secret\"} | a member is"
            + " there twice",
        "SNS |"
            + " {\"Type\":\"Notification\",\"Message\":\"m\",\"MessageId\":\"i\",\"MessageAttributes\":{\"secret\":1}}"
            + " | a message attribute is no object",
        "SNS |"
            + " {\"Type\":\"Notification\",\"Message\":\"m\",\"MessageId\":\"i\",\"MessageAttributes\":{\"secret\":{\"Type\":\"String\"}}}"
            + " | no Value",
        "SNS | {\"Type\":\"Notification\"} secret | no JSON",
        "SNS | {\"Type\":\"Notification\"} 7 | text behind its JSON",
        "SNS | {\"secret | no JSON",
        "SNS | secret | no JSON",
        "SNS | [\"secret\"] | no JSON object",
        "SNS | ^  ^ | no JSON object",
        "EventBridge | {\"id\":\"secret\"} | no detail",
        "EventBridge | {\"detail\":\"secret\"} | no detail",
        "EventBridge | {\"detail\":{\"secret\":1}} | no detail-type",
        "EventBridge | {\"detail\":{},\"detail-type\":\"secret\"} | no source",
        "EventBridge | {\"detail\":{},\"detail-type\":\"secret\",\"source\":\"s\"} | no id",
        "S3 | {\"secret\":[]} | no Records",
        "S3 | {\"Records\":[]} | no Records",
        "S3 | {\"Records\":\"secret\"} | no Records",
        "S3 | {\"Records\":[\"secret\"]} | a record without s3",
        "S3 | {\"Records\":[{\"Sns\":\"secret\"}]} | a record without s3",
        "base64 | {\"secret\":1} | no base64",
        "base64 | c2Vj cmV0 | no base64",
        "gzip | {\"secret\":1} | no base64",
        "gzip | c2VjcmV0 | no gzip, or only a part of it",
        "gzip | H4sIAAAAAAAA | no gzip, or only a part of it"
      })
  void itIsNamedAndNotQuoted(String name, String body, String problem) {
    assertThat(problem(BY_NAME.get(name), body))
        .startsWith(name + " envelope: " + problem + ".")
        .contains("declare what is sent")
        .doesNotContain("secret");
  }

  @Test
  void aNotificationOfTooManyRecordsIsUnreadable() {
    String[] records = new String[1_001];
    Arrays.fill(records, "{\"s3\":{}}");

    assertThat(problem(Envelope.s3Notification(), Envelopes.s3(records)))
        .startsWith("S3 envelope: more than 1,000 events");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SNS", "EventBridge", "S3"})
  void nestingWithoutEndIsUnreadable(String name) {
    assertThat(problem(BY_NAME.get(name), "{\"detail\":" + "[".repeat(100_000)))
        .startsWith(name + " envelope: no JSON");
  }

  @Test
  void theLayerInsideIsTheOneThatIsNamed() {
    assertThat(
            problem(Envelope.sns().then(Envelope.base64()), Envelopes.sns("m-1", "{\"secret\":1}")))
        .startsWith("base64 envelope: no base64")
        .doesNotContain("secret");
  }

  private static String problem(@Nullable Envelope envelope, String body) {
    return unusable(
        texts(MessageKey.contentHashOfBytes()).envelope(Objects.requireNonNull(envelope)), body);
  }
}
