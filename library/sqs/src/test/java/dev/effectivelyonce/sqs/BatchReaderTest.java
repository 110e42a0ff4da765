package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.sqs.Reading.deferred;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.InvalidKeyException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchReaderTest {
  record Order(String id) {}

  @Test
  void aGoodMessageHasPayloadKeyAndFingerprint() {
    Fingerprint fingerprint = Fingerprint.of("a");

    ReadMessage<Order> received = read(orders().fingerprint(order -> fingerprint));

    assertThat(received)
        .isEqualTo(
            new ReadMessage.Usable<>(
                received.message(), new Order("a"), BusinessKey.of("a"), Optional.of(fingerprint)));
  }

  @Test
  void textIsTheBodyAsItIs() {
    ReadMessage<String> received =
        read(MessageIdentity.of("texts", String.class, MessageKey.contentHashOfBytes()));

    assertThat(((ReadMessage.Usable<String>) received).payload()).isEqualTo("{\"id\":\"a\"}");
  }

  @Test
  void aKeyFunctionThatThrowsDefersItsMessageAndIsNotQuoted() {
    assertThat(problem(order -> fail(new IllegalStateException("secret"))))
        .startsWith("The key or fingerprint function threw")
        .contains("IllegalStateException")
        .doesNotContain("secret");
  }

  @Test
  void anErrorOfAKeyFunctionDefersItsMessageAlone() {
    assertThat(problem(order -> fail(new AssertionError("secret"))))
        .contains("AssertionError")
        .doesNotContain("secret");
    assertThat(problem(order -> fail(new StackOverflowError()))).contains("StackOverflowError");
    assertThat(problem(order -> fail(new NoClassDefFoundError()))).contains("NoClassDefFound");
  }

  @Test
  void aKeyFunctionThatSaysSoMakesItsMessageUnusable() {
    ReadMessage<Order> received =
        read(
            MessageIdentity.of(
                "orders",
                Order.class,
                MessageKey.of(order -> fail(new InvalidKeyException("No tenant", "Send one")))));

    assertThat(received)
        .isEqualTo(
            new ReadMessage.Unusable<>(
                received.message(), "No tenant. Send one.", Optional.of(new Order("a"))));
  }

  @Test
  void anErrorOfThisLibraryThatIsNoneOfTheMessageDefersIt() {
    assertThat(problem(order -> fail(new ConfigurationException("No table", "Set it"))))
        .contains("No table. Set it");
  }

  @Test
  void aFingerprintFunctionThatThrowsDefersItsMessage() {
    ReadMessage<Order> received =
        read(
            orders()
                .fingerprint(
                    order -> {
                      throw new IllegalStateException("secret");
                    }));

    assertThat(deferred(received)).contains("IllegalStateException").doesNotContain("secret");
  }

  @Test
  void aCodecThatThrowsIsNamedAsSuch() {
    ReadMessage<Order> received = read(orders().json(new BrokenCodec()));

    assertThat(deferred(received))
        .startsWith("The JSON codec threw")
        .contains("IllegalStateException")
        .doesNotContain("secret", "key");
  }

  /** It may be cured by another version of the function: its messages wait for that. */
  @Test
  void aTypeThatCanNotBeMadeIsNamedAndItsMessagesWait() {
    ReadMessage<Runnable> received =
        read(MessageIdentity.of("orders", Runnable.class, MessageKey.of(it -> "key")));

    assertThat(deferred(received)).contains("java.lang.Runnable", "jackson-module-kotlin");
  }

  private static String fail(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }

  private static String problem(Function<Order, @Nullable String> key) {
    ReadMessage<Order> received =
        read(MessageIdentity.of("orders", Order.class, MessageKey.of(key)));
    return deferred(received);
  }

  private static MessageIdentity<Order> orders() {
    return MessageIdentity.of("orders", Order.class, MessageKey.of(Order::id));
  }

  private static <M> ReadMessage<M> read(MessageIdentity<M> identity) {
    return new BatchReader<>(identity)
        .read(TestMessages.event(List.of(TestMessages.record(ignored -> {}))), Duration.ZERO)
        .getFirst();
  }
}
