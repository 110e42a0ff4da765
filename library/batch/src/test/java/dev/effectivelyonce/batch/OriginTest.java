package dev.effectivelyonce.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.ConsumerName;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OriginTest {
  @Test
  void itsIdIsThatOfTheReleasesBeforeWhateverTheLanguageOfTheMachine() {
    Origin origin = new Origin("arn:stream", "shardId-0001", "42", Optional.empty());

    assertThat(origin.id())
        .isEqualTo("c82657d1e474cce9475dcc02910a9b05f5981048fdd0711a4438ffd9a4a21c0f");
  }

  @Test
  void aParkedMessageIsKnownByItsPlaceAndByItsBodyWhereItHasNone() {
    assertThat(parked("42", "a")).isEqualTo(parked("42", "b")).isNotEqualTo(parked("43", "a"));
    assertThat(parked("", "a")).isEqualTo(parked("", "a")).isNotEqualTo(parked("", "b"));
  }

  private static String parked(String position, String body) {
    Origin origin = new Origin("arn:stream", "shardId-0001", position, Optional.empty());
    return new ParkedMessage(origin, new ConsumerName("clicks"), body, "why").id();
  }
}
