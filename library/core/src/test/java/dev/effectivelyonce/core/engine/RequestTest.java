package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Refusals.assertRefused;
import static dev.effectivelyonce.core.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestTest {
  private static final Instant LATER = NOW.plusMillis(1);

  @Test
  void timesThatFollowEachOtherOrAreTheSameAreTaken() {
    assertThat(request(NOW, NOW, NOW).deadline()).isEqualTo(NOW);
    assertThat(request(NOW, LATER, LATER.plusMillis(1)).deadline()).isEqualTo(LATER);
  }

  @Test
  void aHandlerCantStartAfterTheDeadline() {
    assertRefused(IllegalArgumentException.class, () -> request(LATER, NOW, LATER));
  }

  @Test
  void aLeaseCantEndBeforeTheDeadline() {
    assertRefused(IllegalArgumentException.class, () -> request(NOW, LATER, NOW), NOW.toString());
  }

  @Test
  void withoutAHeartbeatOneLeaseCoversTheAttempt() {
    assertThat(request(NOW, NOW, LATER).leaseFrom(NOW.minusSeconds(9))).isEqualTo(LATER);
  }

  @Test
  void aHeartbeatGivesALeaseAndTheMarginWithinThatOfTheRequest() {
    Instant deadline = NOW.plusSeconds(60);
    Request request =
        new Request(BusinessKey.of("o-1001"), NOW, deadline, deadline.plusSeconds(2))
            .withHeartbeat(Optional.of(new Heartbeat(Duration.ofSeconds(10), lease -> {})));

    assertThat(request.leaseFrom(NOW)).isEqualTo(NOW.plusSeconds(12));
    assertThat(request.leaseFrom(NOW.plusSeconds(49))).isEqualTo(NOW.plusSeconds(61));
    assertThat(request.leaseFrom(NOW.plusSeconds(51))).isEqualTo(request.leaseUntil());
    assertThat(request.margin()).isEqualTo(Duration.ofSeconds(2));
  }

  private static Request request(Instant stopAt, Instant deadline, Instant leaseUntil) {
    return new Request(BusinessKey.of("o-1001"), stopAt, deadline, leaseUntil);
  }
}
