package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.effectivelyonce.core.ConfigurationException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What results of steps can be, found out before a step begins. */
class ReadableTypesTest {
  record Receipt(String id, List<Line> lines, Map<String, Long> cents, Tree tree) {}

  record Line(String article, int count) {}

  record Tree(List<Tree> branches) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes(@JsonSubTypes.Type(Card.class))
  sealed interface Means permits Card {}

  record Card(String number) implements Means {}

  record Paid(Means by, List<Means> others) {}

  record Node(String id, @Nullable Node next) {}

  interface Part {}

  record Bolt(String size) implements Part {}

  record Box(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) @JsonSubTypes(@JsonSubTypes.Type(Bolt.class))
          List<Part> parts,
      @JsonDeserialize(contentAs = Bolt.class) List<Part> others) {}

  record Timed(String id, List<Moment> at) {}

  record Moment(Instant time) {}

  interface Unknown {}

  record Holder(Unknown what) {}

  /** It says nothing of how it is made. */
  static final class Closed {
    Closed(String first, String second) {
      assertThat(first).isNotEqualTo(second);
    }
  }

  static final Closed MADE = new Closed("a", "b");

  private static Optional<String> problem(Class<?> type) {
    return new JacksonJson(new ObjectMapper()).whyNeverRead(type);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        String.class,
        Integer.class,
        Object.class,
        Map.class,
        Receipt.class,
        Tree.class,
        Node.class,
        Box.class,
        Means.class,
        Paid.class
      })
  void whatCanBeReadHasNoProblem(Class<?> type) {
    assertThat(problem(type)).isEmpty();
  }

  @Test
  void aConsumerWhoseMessagesCanNeverBeReadIsNotBuilt() {
    MessageIdentity<Holder> identity =
        MessageIdentity.of("orders", Holder.class, MessageKey.contentHash());

    assertThatThrownBy(identity::check)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("consumer orders")
        .hasMessageContaining("Holder.what")
        .hasMessageContaining("ObjectMapper");
  }

  @Test
  void timesCanBeReadByTheCodecOfThisLibrary() {
    assertThat(new JacksonJson().whyNeverRead(Timed.class)).isEmpty();
  }

  @Test
  void aTypeThatNoModuleReadsIsNamedWithItsPlace() {
    assertThat(problem(Timed.class).orElseThrow())
        .contains("java.time.Instant at", "Timed.at[].time", "ObjectMapper");
  }

  @Test
  void timesAreReadByTheCodecOfThisLibrary() {
    assertThat(new JacksonJson().whyNeverRead(Timed.class)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(classes = {Unknown.class, Holder.class, Closed.class})
  void whatCanNotBeMadeIsRefused(Class<?> type) {
    assertThat(problem(type).orElseThrow()).contains("Jackson can't read");
  }
}
