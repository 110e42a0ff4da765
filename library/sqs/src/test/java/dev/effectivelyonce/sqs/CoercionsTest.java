package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.sqs.Reading.assertRefusedByField;
import static dev.effectivelyonce.sqs.Reading.assertUnreadable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonMerge;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonPOJOBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is what is read: nothing is cut, rounded or taken for something else. */
class CoercionsTest {
  enum Status {
    OPEN,
    PAID
  }

  record Part(String id) {}

  /** A member of each type that Jackson would make of something else. */
  @SuppressWarnings("ArrayRecordComponent") // Users have such records.
  record Fields(
      int i,
      Integer wrappedInt,
      long l,
      Long wrappedLong,
      short s,
      byte b,
      Byte wrappedByte,
      BigInteger big,
      AtomicInteger atomicInt,
      AtomicLong atomicLong,
      double d,
      Double wrappedDouble,
      float f,
      BigDecimal decimal,
      Number number,
      char letter,
      boolean flag,
      Boolean wrappedFlag,
      Status status,
      String text,
      UUID uuid,
      URI uri,
      Part part,
      Instant instant,
      Duration duration,
      LocalDate day,
      Year year,
      int[] ints,
      long[] longs,
      short[] shorts,
      double[] doubles,
      float[] floats,
      String[] texts,
      List<Long> list,
      Map<String, Integer> map,
      double[][] rows,
      Double[] wrappers,
      Map<Double, Integer> byDouble,
      Map<Float, Integer> byFloat,
      Map<Byte, Integer> byByte,
      Map<Long, Integer> byLong) {}

  private final JacksonJson json =
      new JacksonJson(
          JacksonJson.mapper().disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i | 12.99 ; -0.5 ; 1e-1 ; "12" ; "" ; true ; 2147483648 ; 2147483648.0
          i | 1e10 ; 1e999
          wrappedInt | 12.99 ; "" ; " "
          l | 1.15 ; 1.85 ; 9223372036854775808 ; 9223372036854775808.0 ; 1e19
          wrappedLong | 1.85 ; "7"
          s | 1.5 ; 32768
          b | 1.5 ; 128 ; 200 ; 200.0 ; -129
          wrappedByte | 255
          big | 1.5 ; "5" ; 1e-400 ; 1e1000
          atomicInt | 1.5 ; "1"
          atomicLong | 1.5
          d | "1.5" ; "" ; "NaN" ; "-Infinity" ; 9007199254740993
          d | 9007199254740993.0 ; 9.007199254740992001 ; 0.12345678901234567890123
          d | 1e400 ; 1e-400
          wrappedDouble | 9007199254740993 ; "NaN"
          f | 16777217 ; 3.14159265 ; 1e39 ; "Infinity"
          decimal | "1.5" ; ""
          number | "1.5"
          letter | 65 ; "ab"
          flag | 1 ; 0 ; "true" ; ""
          wrappedFlag | 1 ; "false" ; ""
          status | 1 ; "1" ; "" ; "paid" ; "secret"
          uuid | ""
          uri | ""
          part | "" ; []
          instant | ""
          duration | ""
          day | "" ; 20260102
          ints | [1.5] ; ["1"] ; "" ; 1
          doubles | [0.5,9007199254740993] ; [1e400] ; [1e-400] ; ["NaN"] ; ["1"]
          doubles | [""] ; [true] ; 1
          floats | [16777217] ; [3.14159265] ; ["Infinity"]
          rows | [[1],[9007199254740993]]
          wrappers | [9007199254740993]
          byDouble | {"9007199254740993":1} ; {"1e400":1} ; {"NaN":1} ; {"1d":1}
          byDouble | {"0x1p3":1} ; {"":1}
          byFloat | {"16777217":1}
          byByte | {"200":1} ; {"-129":1}
          byLong | {"1.5":1} ; {"9223372036854775808":1}
          longs | [1.5] ; [9223372036854775808]
          shorts | [32768]
          list | [1.5] ; ["1"] ; "" ; 1
          map | {"a":1.5} ; ""
          text | {} ; []
          """)
  void whatWouldLoseOrGuessIsRefusedByItsField(String field, String values) {
    assertRefusedByField(json, Fields.class, field, values, "secret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i | 1.0 -> 1 ; 1e2 -> 100 ; 120E-1 -> 12 ; -0.0 -> 0 ; -2147483648.00 -> -2147483648
          wrappedInt | 1.0 -> 1
          l | 9223372036854775807.0 -> 9223372036854775807
          wrappedLong | 1e2 -> 100
          s | 1.0 -> 1
          b | -128 -> -128 ; 127.0 -> 127
          big | 1e20 -> 100000000000000000000
          atomicInt | 1e2 -> 100
          atomicLong | 1.0 -> 1
          d | 0.1 -> 0.1 ; 19.990000000000000000 -> 19.99 ; 1 -> 1.0 ; 0.10000000000000001 -> 0.1
          d | 333333333.33333331 -> 3.333333333333333E8 ; 5e-324 -> 4.9E-324
          d | 1.7976931348623157e308 -> 1.7976931348623157E308
          d | 9007199254740992 -> 9.007199254740992E15
          f | 48.1000000000 -> 48.1 ; 0.1 -> 0.1 ; 16777216 -> 1.6777216E7
          wrappedDouble | 100.50 -> 100.5
          decimal | 0.12345678901234567890123 -> 0.12345678901234567890123 ; 7 -> 7
          number | 0.12345678901234567890123 -> 0.12345678901234567890123 ; 1.0 -> 1.0 ; 7 -> 7
          letter | "A" -> A
          flag | true -> true
          status | "PAID" -> PAID
          text | 7 -> 7 ; 1.10 -> 1.10 ; true -> true ; "" ->
          instant | 1 -> 1970-01-01T00:00:01Z ; 1.5 -> 1970-01-01T00:00:01.500Z
          duration | 90 -> PT1M30S
          year | 2026 -> 2026
          list | [1.0,2] -> [1, 2]
          map | {"a":1.0} -> {a=1}
          byDouble | {"0.1":1,"9007199254740992":2} -> {0.1=1, 9.007199254740992E15=2}
          byFloat | {"0.1":1} -> {0.1=1}
          byByte | {"-128":1} -> {-128=1}
          """)
  void whatLosesNothingIsRead(String field, String values) throws Exception {
    Reading.assertRead(json, Fields.class, field, values);
  }

  @Test
  void arraysAreReadAsTheirElementsAre() {
    Fields fields =
        json.read(
            "{\"doubles\":[0.1,1,5e-324],\"floats\":[0.1,16777216],\"texts\":[\"a\"]}",
            Fields.class);

    assertThat(fields.doubles()).containsExactly(0.1, 1, Double.MIN_VALUE);
    assertThat(fields.floats()).containsExactly(0.1f, 16777216);
    assertThat(fields.texts()).containsExactly("a");
  }

  @Test
  void theLargestNumbersAreReadOrOfAnotherType() {
    assertThat(json.read("{\"big\":1e999}", Fields.class).big()).isEqualTo(BigInteger.TEN.pow(999));
    assertUnreadable(() -> json.read("1e400", Double.class), "another type");
  }

  record Counts(int one) {}

  @SuppressWarnings("ArrayRecordComponent") // Users have such records.
  record Rows(double[] values, List<Integer> others) {}

  @Test
  void nothingIsNoNumber() {
    JacksonJson plain = new JacksonJson();

    assertUnreadable(() -> plain.read("{}", Counts.class));
    assertUnreadable(() -> plain.read("{\"one\":null}", Counts.class));
    assertUnreadable(() -> plain.read("{\"values\":[null]}", Rows.class));
  }

  static class Fielded {
    public String id = "";

    @JsonAlias("c")
    public long cents;
  }

  static class Marked {
    @JsonProperty(required = true)
    public @Nullable Long cents;
  }

  static final class BySetter {
    private final List<Object> values = new ArrayList<>();

    public void setCents(long cents) {
      values.add(cents);
    }
  }

  static final class Mixed {
    public long cents;

    @JsonCreator
    Mixed(@JsonProperty("id") String id) {}
  }

  @JsonDeserialize(builder = Builder.class)
  record Built(long cents) {}

  @JsonPOJOBuilder(withPrefix = "")
  static final class Builder {
    private long value;

    public Builder cents(long cents) {
      value = cents;
      return this;
    }

    public Built build() {
      return new Built(value);
    }
  }

  static final class Holder {
    @JsonUnwrapped public @Nullable Fielded unwrapped;
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes(@JsonSubTypes.Type(value = FieldedKind.class, name = "f"))
  interface Kind {}

  static final class FieldedKind extends Fielded implements Kind {}

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"id", "cents"})
  static final class InOrder extends Fielded {}

  static final class Defaulted {
    @JsonSetter(nulls = Nulls.SKIP)
    public int pieces = 1;

    public Integer boxes = 2;
    @JsonMerge public Fielded merged = new Fielded();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Fielded.class,
        Marked.class,
        BySetter.class,
        Mixed.class,
        Built.class,
        Holder.class,
        Kind.class
      })
  void whatIsNeededIsRefusedWhereItIsMissingHoweverItIsBound(Class<?> type) {
    JacksonJson plain = new JacksonJson();

    for (String body :
        List.of("{'kind':'f'}", "{'id':'A','kind':'f'}", "{'kind':'f','x':{'cents':1}}")) {
      assertUnreadable(() -> plain.read(body.replace('\'', '"'), type), "field cents does not fit");
    }
    assertThat(plain.read("{\"cents\":7,\"kind\":\"f\"}", type)).isNotNull();
    assertThat(plain.read("{\"kind\":\"f\",\"id\":\"A\",\"cents\":7}", type)).isNotNull();
    assertThat(plain.whyNeverRead(type)).isEmpty();
  }

  @Test
  void whatIsMissingInAnArrayIsRefusedAndAnAliasOrADefaultIsEnough() {
    JacksonJson plain = new JacksonJson();

    assertUnreadable(() -> plain.read("[\"A\"]", InOrder.class));
    assertThat(plain.read("[\"A\",7]", InOrder.class).cents).isEqualTo(7);
    assertThat(plain.read("{\"c\":7}", Fielded.class).cents).isEqualTo(7);
    assertThat(plain.read("{\"merged\":{\"id\":\"A\"}}", Defaulted.class).merged.id).isEqualTo("A");
    assertThat(json.read("{}", Fielded.class).cents).isZero();
  }

  record Rate(double value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Rate {}
  }

  record Id(long value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Id {}
  }

  record Small(short value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Small {}
  }

  /** Its maker of an int is no maker of a long. */
  static final class Made {
    private final String value;

    public Made(String text) {
      this.value = "text " + text;
    }

    public Made(int number) {
      this.value = "int " + number;
    }

    public Made(double number) {
      this.value = "double " + number;
    }

    @Override
    public String toString() {
      return value;
    }
  }

  static final class Money {
    private final String value;

    public Money() {
      this.value = "none";
    }

    public Money(BigDecimal amount) {
      this.value = amount.toString();
    }

    @Override
    public String toString() {
      return value;
    }
  }

  static final class Merged {
    @JsonMerge public double[] doubles = {1};
    @JsonMerge public List<Double> list = new ArrayList<>();
  }

  record Values(Rate rate, Id id, Small small, Made made, Money money, Merged merged) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate | 9007199254740993 ; 1e400 ; 1e-400 ; 12345678901234567.1 ; "1"
          id | 1.5 ; 1e19 ; 9223372036854775808 ; "1"
          small | 1.5 ; 70000
          made | 9007199254740993 ; 1e400 ; 12345678901234567.1 ; true
          money | "1" ; true
          merged | {"doubles":[9007199254740993]} ; {"list":[9007199254740993]}
          """)
  void aValueOfOneNumberIsRefusedAsTheNumberIs(String field, String values) {
    assertRefusedByField(json, Values.class, field, values, "secret");
    assertThatThrownBy(() -> json.read("70000", Small.class)).hasMessageContaining("another type");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate | 0.1 -> Rate[value=0.1] ; 9007199254740992 -> Rate[value=9.007199254740992E15]
          id | 1.0 -> Id[value=1] ; 1e2 -> Id[value=100]
          id | 9223372036854775807 -> Id[value=9223372036854775807]
          small | 1e2 -> Small[value=100]
          made | 7 -> int 7 ; 7.0 -> double 7.0 ; 9007199254740992 -> double 9.007199254740992E15
          made | "7" -> text 7
          money | 12345678901234567.1 -> 12345678901234567.1 ; 12.50 -> 12.50 ; 1e400 -> 1E+400
          money | 123456789012345678901234567890 -> 123456789012345678901234567890 ; {} -> none
          """)
  void aValueOfOneNumberIsReadAsTheNumberIs(String field, String values) throws Exception {
    Reading.assertRead(json, Values.class, field, values);
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes(@JsonSubTypes.Type(value = Card.class, name = "card"))
  interface Means {}

  record Card(long cents, double rate) implements Means {}

  /** Jackson keeps what stands before the kind, and reads it a second time. */
  @Test
  void theSameHoldsForMembersBeforeTheKindOfTheirObject() {
    assertThat(json.read("{\"cents\":1e2,\"rate\":0.1,\"kind\":\"card\"}", Means.class))
        .isEqualTo(new Card(100, 0.1));
    assertUnreadable(
        () -> json.read("{\"cents\":1.5,\"rate\":0.1,\"kind\":\"card\"}", Means.class));
    assertUnreadable(
        () -> json.read("{\"cents\":1,\"rate\":9007199254740993,\"kind\":\"card\"}", Means.class));
  }

  @Test
  void aMapperOfTheUsersMayCutAndGuess() {
    JacksonJson lenient =
        new JacksonJson(
            JacksonJson.mapper()
                .enable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .build());

    assertThat(lenient.read("{\"one\":1.5}", Counts.class)).isEqualTo(new Counts(1));
    assertThat(lenient.read("[\"1.5\"]", double[].class)).containsExactly(1.5);
    assertThat(lenient.read("\"5\"", Byte.class)).isEqualTo((byte) 5);
  }
}
