package dev.effectivelyonce.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricNamesTest {
  /** CloudWatch and Prometheus take such names, and two counts of one name would be added up. */
  @Test
  void eachCountHasItsOwnName() {
    assertThat(
            Stream.concat(
                Stream.of(Transition.Kind.values()).map(MetricNames::of),
                Stream.of(UnreadMessage.Kind.values()).map(MetricNames::of)))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-z]+([A-Z][a-z]+)*(\\.[a-z]+([A-Z][a-z]+)*)*"));
  }
}
