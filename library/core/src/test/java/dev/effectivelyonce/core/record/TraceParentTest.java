package dev.effectivelyonce.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SPAN = "00f067aa0ba902b7";
  private static final String HEADER = "00-" + TRACE + "-" + SPAN + "-01";

  @Test
  void aHeaderHasItsParts() {
    TraceParent parent = TraceParent.parse(HEADER).orElseThrow();

    assertThat(parent).hasToString(HEADER);
    assertThat(parent.traceId()).isEqualTo(TRACE);
    assertThat(parent.spanId()).isEqualTo(SPAN);
    assertThat(parent.flags()).isEqualTo("01");
  }

  @Test
  void furtherFieldsOfALaterVersionAreLeftOut() {
    String later = "01-" + TRACE + "-" + SPAN + "-01";

    assertThat(TraceParent.parse(later + "-more")).contains(new TraceParent(later));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "ff-" + TRACE + "-" + SPAN + "-01",
        "00-00000000000000000000000000000000-" + SPAN + "-01",
        "00-" + TRACE + "-0000000000000000-01",
        "00-" + TRACE + "-" + SPAN + "-01-more",
        "00-" + TRACE + "-" + SPAN + "-1",
        "00-" + TRACE + "-" + SPAN + "-01\n",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + SPAN + "-01",
        "<script>"
      })
  void anythingElseIsNone(String hostile) {
    assertThat(TraceParent.parse(hostile)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new TraceParent(hostile));
  }

  @Test
  void aLongHeaderIsNone() {
    assertThat(TraceParent.parse("01-" + TRACE + "-" + SPAN + "-01-" + "x".repeat(500))).isEmpty();
  }
}
