package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.sqs.ReadMessage.Deferred;
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

  @Test
  void whatThrewIsNamedSoThatItCanBeMended() {
    assertThat(problem(MessageIdentity.of("orders", String.class, MessageKey.of(body -> fails()))))
        .startsWith("The key or fingerprint function threw");
    assertThat(
            problem(
                MessageIdentity.of("orders", Integer.class, MessageKey.of(String::valueOf))
                    .json(new BrokenCodec())))
        .startsWith("The JSON codec threw");
  }

  private static String fails() {
    throw new IllegalStateException("a bug");
  }

  private static String problem(MessageIdentity<?> identity) {
    return identity.read(TestMessages.withBody("1")) instanceof Deferred<?> deferred
        ? deferred.problem()
        : "not deferred";
  }
}
