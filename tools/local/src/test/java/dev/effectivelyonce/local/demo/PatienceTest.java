package dev.effectivelyonce.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private final ManualClock clock = new ManualClock(Instant.EPOCH);
  private final Patience patience = new Patience(clock, Duration.ofMinutes(3));

  @Test
  void itLastsAsLongAsSomethingIsDone() {
    for (int done = 1; done < 100; done++) {
      clock.advance(Duration.ofMinutes(2));
      assertThat(patience.lasts(done)).isTrue();
    }
  }

  @Test
  void itEndsWhenNothingIsDoneAnyMore() {
    patience.lasts(7);
    clock.advance(Duration.ofMinutes(2));
    assertThat(patience.lasts(7)).isTrue();
    clock.advance(Duration.ofMinutes(1));
    assertThat(patience.lasts(7)).isFalse();
  }

  @Test
  void slackGivesItMoreTime() {
    assertThat(new Slack(1).patience()).isEqualTo(Duration.ofMinutes(3));
    assertThat(new Slack(Slack.MOST).patience()).isEqualTo(Duration.ofMinutes(10));
    assertThatThrownBy(() -> new Slack(Slack.MOST + 1)).hasMessageContaining("1 to 8");
  }

  @Test
  void slackFollowsFromTheTimeThatProcessesTakeToStart() {
    assertThat(Slack.after(Duration.ofMillis(1200))).isEqualTo(new Slack(1));
    assertThat(Slack.after(Duration.ofMillis(4400))).isEqualTo(new Slack(3));
    assertThat(Slack.after(Duration.ofMinutes(2))).isEqualTo(new Slack(Slack.MOST));
  }
}
