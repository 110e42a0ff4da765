package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.sqs.ReadMessage.Unusable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What reading a message says where it fails. */
class MessageIdentityTest {
  private static final MessageIdentity<String> PLAIN =
      MessageIdentity.of("orders", String.class, MessageKey.of(body -> "key of " + body));

  @Test
  void anEmptyBodyIsNoneWhateverItsType() {
    for (ReadMessage<String> read :
        List.of(
            PLAIN.read(TestMessages.withBody("")),
            PLAIN.envelope(Envelope.sns()).read(TestMessages.withBody("")),
            PLAIN
                .envelope(Envelope.gzipInBase64())
                .read(TestMessages.withBody(Envelopes.gzip(""))))) {
      assertThat(read)
          .isInstanceOfSatisfying(
              Unusable.class, it -> assertThat(it.problem()).contains("The message has no body"));
    }
  }
}
