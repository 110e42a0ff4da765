package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The short way and Jackson's mapper agree on everything. */
class DefaultJsonTest {
  private static final String PLAIN =
      "{\"id\":\"O-1\",\"count\":2,\"cents\":995,\"paid\":true,\"note\":\"x\"}";

  private final JacksonJson jackson = new JacksonJson();
  private final DefaultJson json = new DefaultJson();

  record Plain(String id, int count, Long cents, boolean paid, String note) {
    Plain {
      if (id.equals("refused")) {
        throw new IllegalArgumentException("refused");
      }
    }
  }

  record Renamed(@JsonProperty("ID") String id) {}

  record Derived(String id) {
    public String getShout() {
      return id + "!";
    }
  }

  record Nested(String id, Renamed inner) {}

  record Fraction(double value) {}

  record TwoWays(String id) {
    TwoWays(int number) {
      this(Integer.toString(number));
    }
  }

  sealed interface Shape permits Square {}

  record Square(int side) implements Shape {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        PLAIN,
        " \n"
            + "{\"note\":\"\\u00e9\\ud83d\\ude00\\n"
            + "\",\"paid\":false,\"cents\":-1,\"count\":0,\"id\":\"\"} ",
        "{\"id\":\"O-1\",\"count\":2,\"cents\":995,\"paid\":true,\"note\":\"x\",\"more\":{\"a\":[1,{}]}}",
        "{\"id\":\"O-1\",\"id\":\"O-2\",\"count\":2,\"cents\":995,\"paid\":true,\"note\":\"x\"}",
        "{\"id\":12,\"count\":\"2\",\"cents\":9.5,\"paid\":1,\"note\":true}",
        "{\"id\":\"O-1\",\"count\":2,\"paid\":true,\"note\":null}",
        "{\"id\":\"O-1\",\"count\":null,\"cents\":1,\"paid\":true,\"note\":\"x\"}",
        "{\"id\":\"O-1\",\"cents\":1,\"paid\":true,\"note\":\"x\"}",
        "{\"id\":\"O-1\",\"count\":2147483648,\"cents\":1,\"paid\":true,\"note\":\"x\"}",
        "{\"id\":\"O-1\",\"count\":1,\"cents\":9223372036854775808,\"paid\":true,\"note\":\"x\"}",
        "{\"id\":\"refused\",\"count\":2,\"cents\":995,\"paid\":true,\"note\":\"x\"}",
        "{\"id\":{\"a\":1},\"count\":2,\"cents\":995,\"paid\":true,\"note\":\"x\"}",
        PLAIN + PLAIN,
        PLAIN + "x",
        "{\"id\":\"O-1\",\"count\":2",
        "[" + PLAIN + "]",
        "null",
        "12",
        "",
        "not JSON"
      })
  void readsAsJacksonDoes(String body) {
    assertThat(outcome(json, body, Plain.class)).isEqualTo(outcome(jackson, body, Plain.class));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Renamed.class,
        Derived.class,
        Fraction.class,
        TwoWays.class,
        Square.class,
        Map.class
      })
  void readsOtherTypesAsJacksonDoes(Class<?> type) {
    for (String body : List.of("{\"ID\":\"a\"}", "{\"id\":\"a\"}", "{\"value\":1,\"side\":1}")) {
      assertThat(outcome(json, body, type)).isEqualTo(outcome(jackson, body, type));
    }
  }

  @ParameterizedTest
  @MethodSource
  void writesAsJacksonDoes(Object value) throws Exception {
    assertThat(json.write(value)).isEqualTo(jackson.write(value));
  }

  static Stream<Object> writesAsJacksonDoes() {
    return Stream.of(
        new Plain("O-1 \"\\\n\u0007\u00e9\ud83d\ude00/", 2, 995L, true, "x"),
        new Plain("", Integer.MIN_VALUE, Long.MAX_VALUE, false, ""),
        new Renamed("a"),
        new Derived("a"),
        new Nested("a", new Renamed("b")),
        new Fraction(0.5),
        new TwoWays("a"),
        new Square(2),
        Map.of("a", 1),
        List.of(1, 2),
        "text");
  }

  @Test
  void aPlainRecordTakesTheShortWay() {
    PlainRecord plain = PlainRecord.of(Plain.class).orElseThrow();

    assertThat(plain.read(new JsonFactory(), PLAIN)).contains(new Plain("O-1", 2, 995L, true, "x"));
    assertThat(plain.write(new JsonFactory(), new Plain("O-1", 2, 995L, true, "x")))
        .contains(PLAIN);
  }

  @Test
  void whatJacksonCouldSeeOtherwiseDoesNot() {
    assertThat(
            Stream.of(
                    Renamed.class,
                    Derived.class,
                    Nested.class,
                    Fraction.class,
                    TwoWays.class,
                    Square.class,
                    Map.class,
                    String.class)
                .filter(type -> PlainRecord.of(type).isPresent()))
        .isEmpty();
  }

  @Test
  void pointersAreReadByJackson() {
    assertThat(json.at("{\"a\":{\"b\":1.10}}", "/a/b"))
        .isEqualTo(jackson.at("{\"a\":{\"b\":1.10}}", "/a/b"))
        .contains("1.10");
  }

  /** The value, or the text of the fault. */
  private static Object outcome(JsonCodec codec, String body, Class<?> type) {
    Object[] value = new Object[1];
    Throwable fault = catchThrowable(() -> value[0] = codec.read(body, type));
    return fault == null ? value[0] : fault.getClass() + ": " + fault.getMessage();
  }
}
