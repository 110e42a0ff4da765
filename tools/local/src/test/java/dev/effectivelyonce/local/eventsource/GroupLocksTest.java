package dev.effectivelyonce.local.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.Await;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GroupLocksTest {
  private final GroupLocks locks = new GroupLocks();

  @Test
  void aBatchWaitsForEachOfItsGroupsAndOthersGoOn() throws InterruptedException {
    locks.take(Set.of("a", "b"));
    Thread waiting = Thread.ofVirtual().start(this::takeBAndC);
    Await.until("it waits", () -> waiting.getState() == Thread.State.WAITING);
    locks.take(Set.of("c"));

    locks.release(Set.of("a", "b"));
    Await.until("it waits for the other group", () -> waiting.getState() == Thread.State.WAITING);
    assertThat(waiting.isAlive()).isTrue();

    locks.release(Set.of("c"));
    waiting.join();
  }

  private void takeBAndC() {
    try {
      locks.take(Set.of("b", "c"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
