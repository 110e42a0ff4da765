package dev.effectivelyonce.local.sns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.sns.Publication.Attribute;
import dev.effectivelyonce.local.template.FilterPolicy;
import dev.effectivelyonce.local.template.FilterPolicy.Scope;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples are those of AWS's pages on filter policies, where it has one. */
class FilterTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ["rugby","tennis"]                   | "tennis"             | "baseball"
          ["rugby","tennis"]                   | ["golf","rugby"]     | ["golf"]
          [true]                               | true                 | "true"
          [null]                               | null                 | "null"
          [{"prefix":"bas"}]                   | "baseball"           | "rugby"
          [{"anything-but":["rugby"]}]         | ["rugby","baseball"] | ["rugby"]
          [{"numeric":[">",0,"<=",150]}]       | 150                  | 151
          [{"cidr":"10.0.0.0/24"}]             | "10.0.0.255"         | "10.0.1.0"
          [{"exists":true}]                    | "any"                | {"other":1}
          [{"exists":false}]                   | {"other":1}          | "any"
          """)
  void aPolicyOfTheBodyLetsOneThroughAndNotAnother(String rule, String accepted, String refused) {
    FilterPolicy policy = new FilterPolicy(Scope.BODY, "{\"a\":{\"b\":" + rule + "}}");

    assertThat(body("{\"a\":{\"b\":" + accepted + "}}").matches(policy)).isTrue();
    assertThat(body("{\"a\":{\"b\":" + refused + "}}").matches(policy)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ["rugby"]                | String       | rugby           | true
          ["rugby"]                | String       | golf            | false
          ["rugby"]                | String.Array | ["golf","rugby"]| true
          ["rugby"]                | String.Array | ["golf"]        | false
          [true]                   | String.Array | [true]          | true
          [true]                   | String       | true            | false
          [{"numeric":[">",9]}]    | Number       | 10              | true
          [{"numeric":[">",9]}]    | Number       | 9               | false
          [{"numeric":[">",9]}]    | String       | 10              | false
          [{"exists":true}]        | String       | x               | true
          [{"exists":true}]        | Binary       | eA==            | false
          [{"exists":false}]       | Binary       | eA==            | true
          """)
  void aPolicyOfAttributesComparesThemByTheirType(
      String rule, String type, String value, boolean accepted) {
    FilterPolicy policy = new FilterPolicy(Scope.ATTRIBUTES, "{\"a\":" + rule + "}");

    assertThat(attributes(Map.of("a", new Attribute(type, value))).matches(policy))
        .isEqualTo(accepted);
  }

  @Test
  void everyNameHasToMatchAndOrNeedsOneOfThem() {
    FilterPolicy both = new FilterPolicy(Scope.BODY, "{\"a\":[1],\"b\":[2]}");
    FilterPolicy either = new FilterPolicy(Scope.BODY, "{\"$or\":[{\"a\":[1]},{\"b\":[2]}]}");

    assertThat(body("{\"a\":1,\"b\":2}").matches(both)).isTrue();
    assertThat(body("{\"a\":1}").matches(both)).isFalse();
    assertThat(body("{\"b\":2}").matches(either)).isTrue();
    assertThat(body("{\"b\":1}").matches(either)).isFalse();
  }

  @Test
  void aMessageWithoutAnyAttributeIsNotLetThroughByWhatAsksForNone() {
    FilterPolicy policy = new FilterPolicy(Scope.ATTRIBUTES, "{\"a\":[{\"exists\":false}]}");

    assertThat(attributes(Map.of("other", new Attribute("String", "x"))).matches(policy)).isTrue();
    assertThat(attributes(Map.of()).matches(policy)).isFalse();
  }

  @Test
  void aBodyThatIsNoObjectOfJsonIsNotLetThrough() {
    FilterPolicy policy = new FilterPolicy(Scope.BODY, "{\"a\":[{\"exists\":false}]}");

    assertThat(body("{\"b\":1}").matches(policy)).isTrue();
    assertThat(body("no JSON").matches(policy)).isFalse();
    assertThat(body("[1]").matches(policy)).isFalse();
  }

  private static Publication body(String message) {
    return new Publication(message, Optional.empty(), Map.of(), Optional.empty(), Optional.empty());
  }

  private static Publication attributes(Map<String, Attribute> attributes) {
    return new Publication("m", Optional.empty(), attributes, Optional.empty(), Optional.empty());
  }
}
