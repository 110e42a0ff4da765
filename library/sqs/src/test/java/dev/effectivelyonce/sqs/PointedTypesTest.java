package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.effectivelyonce.core.ConfigurationException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PointedTypesTest {
  record Buyer(String id, String name) {}

  record Reference(String scheme, String id) {
    @JsonCreator
    static Reference of(String text) {
      return new Reference("", text);
    }
  }

  record Order(
      String id,
      Buyer buyer,
      List<String> lines,
      Map<String, String> labels,
      Reference reference,
      Object extra,
      @JsonProperty("ship-to") Buyer receiver) {}

  @ParameterizedTest
  @ValueSource(strings = {"", "/buyer", "/lines", "/labels", "/ship-to"})
  void aKeyThatNoMessageCanHaveIsRefusedBeforeTheFirst(String pointer) {
    MessageIdentity<Order> identity = identity(pointer);

    assertThatThrownBy(identity::check)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("points at \"" + pointer + "\"")
        .hasMessageContaining("Point at a string, number or boolean in it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/id",
        "/buyer/id",
        "/ship-to/name",
        "/lines/0",
        "/labels/a",
        "/reference",
        "/extra",
        "/extra/id",
        "/unknown",
        "/unknown/id"
      })
  void aKeyThatAMessageMayHaveIsTaken(String pointer) {
    assertThatCode(identity(pointer)::check).doesNotThrowAnyException();
  }

  private static MessageIdentity<Order> identity(String pointer) {
    return MessageIdentity.of("orders", Order.class, MessageKey.jsonPointer(pointer));
  }
}
