package dev.effectivelyonce.integration.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.PageScript;
import dev.effectivelyonce.integration.stack.Tables;
import dev.effectivelyonce.integration.stack.Uses;
import dev.effectivelyonce.integration.stack.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Attempts that died, of which nobody knows whether their effect happened. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
class HeldDrillIT {

  /** Longer than a lease, so that whoever receives a message again finds its claim lapsed. */
  private static final Duration HIDDEN = Duration.ofSeconds(10);

  private final DeployedStack stack;
  private final Consumer orders;

  @TempDir private Path directory;
  private Version holding;

  HeldDrillIT(DeployedStack stack) {
    this.stack = stack;
    this.orders = stack.orders();
  }

  @BeforeEach
  void hold() {
    orders.deadLetters().empty();
    orders.queue().hides(HIDDEN);
    holding = Version.live(orders.function(), Map.of("ON_ABANDONED_CLAIM", "HOLD"));
  }

  @AfterEach
  void asDeployed() {
    holding.close();
    orders.queue().hides(Duration.ofSeconds(30));
  }

  @Test
  @Incident({"held-done", "held"})
  void whatHappenedIsSettledAsDoneAndTheRestRunsAgain() {
    Outgoing happened = Outgoing.order(stack.newName("happened")).simulating("crash-after-effect");
    Outgoing one = Outgoing.order(stack.newName("not")).simulating("crash-before-effect");
    Outgoing other = Outgoing.order(stack.newName("not")).simulating("crash-before-effect");
    for (Outgoing order : List.of(happened, one, other)) {
      orders.send(order);
      orders.awaitStatus(Status.INPROGRESS, order.key());
    }
    for (Outgoing order : List.of(happened, one, other)) {
      orders.awaitStatus(Status.UNKNOWN, order.key());
    }
    orders.awaitEmptyQueue();
    Night night = Night.of(stack, directory);

    PageScript done = night.incident("held-done").with("KEY", happened.key());
    assertThat(done.run("effectively-once inspect")).contains(id(happened), id(one), id(other));
    done.run("effectively-once settle completed");
    assertThat(done.run("effectively-once replay")).containsPattern("skipped \\(done\\) +1\\b");
    done.isOver();

    PageScript rest = night.incident("held");
    assertThat(rest.run("effectively-once inspect"))
        .contains(id(one), id(other))
        .doesNotContain(id(happened));
    assertThat(rest.run("effectively-once settle retry"))
        .containsPattern("settled as RETRYABLE +2\\b");
    assertThat(rest.run("effectively-once replay")).containsPattern("replayed +2\\b");
    rest.isOver();

    orders.awaitCompleted(List.of(one, other));
    orders.awaitEmptyQueue();
    assertThat(orders.deadLetters().queue().depth()).isZero();
    for (Outgoing order : List.of(happened, one, other)) {
      assertThat(stack.tables().timesProcessed(order.key())).as(order.key()).isOne();
      assertThat(night.reasons(orders, order.key())).containsExactly(Night.TICKET);
    }
  }

  private static String id(Outgoing order) {
    return Tables.recordId("orders", order.key());
  }
}
