package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PointedTypesTest {
  record Buyer(String id, String name) {}

  record Reference(String scheme, String id, List<String> parts) {
    @JsonCreator
    static Reference of(String text) {
      return new Reference("", text, List.of());
    }
  }

  /** Jackson may read it from the text alone. */
  record Code(String text) {}

  record Money(String currency, List<String> parts) {
    Money(String text) {
      this(text, List.of());
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // Users have such records.
  record Order(
      String id,
      Buyer buyer,
      List<String> lines,
      Map<String, String> labels,
      Reference reference,
      Object extra,
      Code code,
      Money money,
      byte[] bytes,
      char[] letters,
      @JsonProperty("ship-to") Buyer receiver) {}

  @ParameterizedTest
  @ValueSource(strings = {"", "/buyer", "/lines", "/labels", "/ship-to"})
  void aKeyThatNoMessageCanHaveIsRefusedBeforeTheFirst(String pointer) {
    MessageIdentity<Order> identity = identity(pointer);

    assertMistake(
        identity::check,
        "points at \"" + pointer + "\"",
        "Point at a string, number or boolean in it");
  }

  @Test
  void aKeyThatAMessageMayHaveIsTaken() {
    String pointers =
        "/id /buyer/id /ship-to/name /lines/0 /labels/a /reference /reference/parts /code /money"
            + " /bytes /letters /extra /extra/id /unknown /unknown/id";
    for (String pointer : pointers.split(" ", -1)) {
      assertThatCode(identity(pointer)::check).as(pointer).doesNotThrowAnyException();
    }
  }

  @Test
  void aListMayBeAValueForAMapperThatTakesOneForAList() {
    JacksonJson lenient =
        new JacksonJson(
            JacksonJson.mapper()
                .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
                .build());

    assertThatCode(identity("/lines").json(lenient)::check).doesNotThrowAnyException();
  }

  /** Their payload is the body as it is, which the codec never reads. */
  @Test
  void theTypeOfBodiesThatAreTakenAsTheyAreSaysNothingOfTheirJson() {
    MessageIdentity<String> identity =
        MessageIdentity.of("orders", String.class, MessageKey.jsonPointer("/id"));

    assertThatCode(identity.json(new BrokenCodec())::check).doesNotThrowAnyException();
  }

  private static MessageIdentity<Order> identity(String pointer) {
    return MessageIdentity.of("orders", Order.class, MessageKey.jsonPointer(pointer));
  }
}
