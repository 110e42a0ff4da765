package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.sqs.Reading.assertRefusedByField;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a message may leave out is an {@code Optional} of its type. */
@SuppressWarnings("OptionalUsedAsFieldOrParameterType") // Users have such records.
class OptionalsTest {
  record Line(Optional<Long> cents) {}

  record Order(
      String id,
      Optional<String> coupon,
      Optional<Line> first,
      List<Optional<Line>> lines,
      OptionalInt count,
      OptionalLong total,
      OptionalDouble rate) {}

  private static final Order FULL =
      new Order(
          "O-1",
          Optional.of("C-1"),
          Optional.of(new Line(Optional.of(1L))),
          List.of(Optional.of(new Line(Optional.empty()))),
          OptionalInt.of(2),
          OptionalLong.of(3),
          OptionalDouble.of(0.5));

  private final JacksonJson json = new JacksonJson();

  @Test
  void whatIsThereIsReadAndWritten() throws Exception {
    String body =
        """
        {"id":"O-1","coupon":"C-1","first":{"cents":1},"lines":[{"cents":null}],"count":2,"total":3,\
        "rate":0.5}\
        """;

    assertThat(json.whyNeverRead(Order.class)).isEmpty();
    assertThat(json.read(body, Order.class)).isEqualTo(FULL);
    assertThat(new JacksonJson().write(FULL)).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"O-1\",\"lines\":[]}",
        "{\"id\":\"O-1\",\"coupon\":null,\"first\":null,\"lines\":[],\"count\":null,"
            + "\"total\":null,\"rate\":null}"
      })
  void whatIsMissingOrNullIsEmpty(String body) {
    assertThat(json.read(body, Order.class))
        .isEqualTo(
            new Order(
                "O-1",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalDouble.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          count | 1.5 ; "1" ; "" ; 2147483648
          total | 1.85 ; "" ; 9223372036854775808
          rate | 9007199254740993 ; "0.5" ; "NaN" ; ""
          first | {"cents":1.5} ; ""
          coupon | {}
          """)
  void whatIsInItIsReadAsExactlyAsWithoutIt(String field, String values) {
    assertRefusedByField(json, Order.class, field, values, "secret");
  }
}
