package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static dev.effectivelyonce.sqs.Reading.assertUnreadable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import kotlin.Pair;
import kotlin.collections.IndexedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JacksonJsonTest {
  private final JacksonJson json = new JacksonJson();

  record Item(String article, int count) {}

  @Test
  void readsATypeAndIgnoresUnknownFields() {
    assertThat(json.read("{\"article\":\"a\",\"count\":2,\"new\":{}}", Item.class))
        .isEqualTo(new Item("a", 2));
  }

  @Test
  void doesNotShowUnknownFieldsWhereAMapperOfTheUsersRefusesThem() {
    JacksonJson strict = new JacksonJson(new JsonMapper());

    assertUnreadable(
        () -> strict.read("{\"article\":\"a\",\"secret\":1}", Item.class),
        "a field that its type does not allow");
  }

  @Test
  void refusesNestingWithoutOverflowingTheStack() {
    String deep = "[".repeat(500_000);

    assertUnreadable(() -> json.read(deep, Object.class));
    assertUnreadable(() -> json.at(deep, "/id"));
  }

  @ParameterizedTest
  @CsvSource({
    "/s, text",
    "/n, 12",
    "/b, true",
    "/o/i, 7",
    "/a/1, second",
    "/big, 123456789012345678901234567890",
    "/precise, 0.12345678901234567890123",
    "/tilde~1slash, t",
    "/empty, ''"
  })
  void findsTheTextOfAValueAtAPointer(String pointer, String expected) {
    String body =
        """
        {"s":"text","n":12,"b":true,"o":{"i":7},"a":["first","second"],"tilde/slash":"t",
         "big":123456789012345678901234567890,"precise":0.12345678901234567890123,"empty":""}\
        """;

    assertThat(json.at(body, pointer)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/none", "/nil", "/a/2", "/s/x"})
  void findsNothingWhereThereIsNoValue(String pointer) {
    assertThat(json.at("{\"s\":\"t\",\"nil\":null,\"o\":{},\"a\":[1]}", pointer)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"'[{\"id\":7}]', /0/id, 7", "'[1,2]', /1, 2", "'\"text\"', '', text"})
  void findsTheTextOfAValueInABodyThatIsNoObject(String body, String pointer, String expected) {
    assertThat(json.at(body, pointer)).contains(expected);
  }

  @ParameterizedTest
  @CsvSource({"[1], /id", "'\"text\"', /id", "'\"text\"', /0"})
  void aBodyThatCanNotHoldWhatThePointerNamesIsOfAnotherType(String body, String pointer) {
    assertUnreadable(() -> json.at(body, pointer), "JSON of another type");
  }

  @Test
  void aPointerThatIsNoneIsRefusedWhenTheKeyIsNamed() {
    assertMistake(() -> MessageKey.jsonPointer("order/id"), "order/id", "/order/id");
  }

  record Visit(
      Instant at,
      LocalDate day,
      LocalDateTime local,
      OffsetDateTime offset,
      Duration length,
      Map<LocalDate, YearMonth> months) {}

  private static final Visit VISIT =
      new Visit(
          Instant.parse("2026-01-02T03:04:05.123456789Z"),
          LocalDate.parse("2026-01-02"),
          LocalDateTime.parse("2026-01-02T03:04:05"),
          OffsetDateTime.parse("2026-01-02T03:04:05+01:00"),
          Duration.ofMinutes(90),
          Map.of(LocalDate.parse("2026-01-02"), YearMonth.parse("2026-02")));

  private static final String VISIT_AS_JSON =
      """
      {"at":"2026-01-02T03:04:05.123456789Z","day":"2026-01-02","local":"2026-01-02T03:04:05",\
      "offset":"2026-01-02T03:04:05+01:00","length":"PT1H30M","months":{"2026-01-02":"2026-02"}}\
      """;

  @Test
  void timesAreTextsOfIso8601() throws Exception {
    assertThat(json.read(VISIT_AS_JSON, Visit.class)).isEqualTo(VISIT);
    assertThat(new JacksonJson().write(VISIT)).isEqualTo(VISIT_AS_JSON);
  }

  @Test
  void aTypeWithoutTimesIsReadAndWrittenAsBeforeOnceOneWithTimesWas() throws Exception {
    Item item = new Item("a", 2);
    String before = json.write(item);

    json.write(VISIT);

    assertThat(json.write(item)).isEqualTo(before);
    assertThat(json.read(before, Item.class)).isEqualTo(item);
  }

  /** {@code kotlin.Pair} is {@code data class Pair<out A, out B>(val first: A, val second: B)}. */
  @Test
  void dataClassesOfKotlinAreReadAndWritten() throws Exception {
    Pair<String, Integer> pair = new Pair<>("O-1", 2);

    assertThat(json.read("{\"first\":\"O-1\",\"second\":2}", Pair.class)).isEqualTo(pair);
    assertThat(json.write(pair)).isEqualTo("{\"first\":\"O-1\",\"second\":2}");
  }

  /** {@code data class IndexedValue<out T>(val index: Int, val value: T)}. */
  @Test
  void aPropertyOfADataClassThatIsMissingIsNamed() {
    assertUnreadable(() -> json.read("{\"value\":\"secret\"}", IndexedValue.class), "index");
  }

  static final class Order {
    private final String id;

    Order(String id, int count) {
      this.id = id + count;
    }

    public String id() {
      return id;
    }
  }

  record Delivered(Order order) {}

  /** Every message would go to the dead-letter queue for the sake of a mistake in the function. */
  @Test
  void aTypeThatJacksonCanNotMakeIsAMistakeOfTheConsumerAndNotOfTheMessage() {
    assertMistake(
        () -> json.read("{\"order\":{\"id\":\"1\"}}", Delivered.class),
        Order.class.getName(),
        Delivered.class.getName(),
        "jackson-module-kotlin");
  }

  @Test
  void aMapperOfTheUsersIsLeftAsItIs() {
    JacksonJson theirs = new JacksonJson(new JsonMapper());

    assertMistake(() -> theirs.read(VISIT_AS_JSON, Visit.class), "java.time.");
    assertThat(new JacksonJson(JacksonJson.mapper().build()).read(VISIT_AS_JSON, Visit.class))
        .isEqualTo(VISIT);
  }

  /** Their getters return something, which no duplicate could use. */
  @Test
  void writesNothingOfTheJdkThatHoldsNoData() {
    assertThat(
            List.of(
                new Thread(() -> {}),
                new Random(1),
                new ReentrantLock(),
                new Object(),
                Map.of("in", List.of(new Thread(() -> {})))))
        .allSatisfy(
            it ->
                assertThatThrownBy(() -> json.write(it))
                    .isInstanceOf(InvalidDefinitionException.class));
    assertThatThrownBy(() -> json.write(new Random(1)))
        .hasMessageContaining("java.util.Random holds no data");
  }
}
