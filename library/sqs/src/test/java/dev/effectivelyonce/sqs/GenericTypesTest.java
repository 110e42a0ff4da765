package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.effectivelyonce.sqs.ReadMessage.Unusable;
import dev.effectivelyonce.sqs.ReadMessage.Usable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Messages of a generic type are told by a type reference, which keeps the argument. */
class GenericTypesTest {
  record Event<T>(String id, T data) {}

  record Order(String id, long cents) {}

  interface Unknown {}

  private static final MessageIdentity<Event<Order>> EVENTS =
      MessageIdentity.of(
          "orders", new TypeReference<Event<Order>>() {}, MessageKey.of(it -> it.data().id()));

  @Test
  void theArgumentIsRead() {
    EVENTS.check();

    assertThat(EVENTS.read(message("{\"id\":\"E-1\",\"data\":{\"id\":\"O-1\",\"cents\":1}}")))
        .isInstanceOfSatisfying(
            Usable.class,
            it -> assertThat(it.payload()).isEqualTo(new Event<>("E-1", new Order("O-1", 1))));
    assertThat(EVENTS.read(message("{\"id\":\"E-1\",\"data\":{\"id\":\"O-1\",\"cents\":1.5}}")))
        .isInstanceOf(Unusable.class);
  }

  @Test
  void anArgumentThatCanNeverBeReadIsRefused() {
    assertMistake(
        () ->
            MessageIdentity.of(
                    "orders",
                    new TypeReference<Event<List<Unknown>>>() {},
                    MessageKey.contentHash())
                .check(),
        "Event<java.util.List<",
        ".data[]");
  }

  @Test
  void aTextIsTakenAsItIs() {
    MessageIdentity<String> texts =
        MessageIdentity.of("texts", new TypeReference<String>() {}, MessageKey.of(it -> it));

    texts.check();
    assertThat(texts.read(message("{")))
        .isInstanceOfSatisfying(Usable.class, it -> assertThat(it.payload()).isEqualTo("{"));
  }

  /** Written before there were generic types. */
  private static final class Plain implements JsonCodec {
    private final JacksonJson json = new JacksonJson();

    @Override
    public <T> T read(String body, Class<T> type) {
      return json.read(body, type);
    }

    @Override
    public Optional<String> at(String body, String pointer) {
      return json.at(body, pointer);
    }

    @Override
    public String write(Object value) throws Exception {
      return json.write(value);
    }
  }

  @Test
  void aCodecForClassesAloneIsNamedWhenTheConsumerIsBuilt() {
    assertMistake(() -> EVENTS.json(new Plain()).check(), "Event<", "read(String, PayloadType)");
    assertMistake(
        () -> new Plain().read("{}", PayloadType.of(new TypeReference<Event<Order>>() {})));
  }

  @Test
  void aCodecForClassesAloneReadsAClass() {
    MessageIdentity<Order> orders =
        MessageIdentity.of("orders", Order.class, MessageKey.of(Order::id)).json(new Plain());

    assertThatCode(orders::check).doesNotThrowAnyException();
    assertThat(orders.read(message("{\"id\":\"O-1\",\"cents\":1}"))).isInstanceOf(Usable.class);
  }

  private static SqsMessage message(String body) {
    return TestMessages.withBody(body);
  }
}
