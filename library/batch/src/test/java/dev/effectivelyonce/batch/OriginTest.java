package dev.effectivelyonce.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class OriginTest {
  @Test
  void itsIdIsThatOfTheReleasesBeforeWhateverTheLanguageOfTheMachine() {
    Origin origin = new Origin("arn:stream", "shardId-0001", "42", Optional.empty());

    assertThat(origin.id())
        .isEqualTo("c82657d1e474cce9475dcc02910a9b05f5981048fdd0711a4438ffd9a4a21c0f");
  }
}
