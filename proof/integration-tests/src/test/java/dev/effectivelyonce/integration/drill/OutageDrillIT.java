package dev.effectivelyonce.integration.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.PageScript;
import dev.effectivelyonce.integration.stack.Uses;
import dev.effectivelyonce.integration.stack.Version;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A table that is away for longer than messages survive. The trial stack states 3 seconds of it, so
 * that it need not be minutes.
 */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
class OutageDrillIT {

  private final DeployedStack stack;
  private final Consumer orders;

  @TempDir private Path directory;

  OutageDrillIT(DeployedStack stack) {
    this.stack = stack;
    this.orders = stack.orders();
  }

  /** Of one half what the handler writes is away, of the other the table of records. */
  @Test
  @Incident("outage")
  void whatAnOutageDeadLetteredRunsOnceWhenItIsOver() {
    orders.deadLetters().empty();
    List<Outgoing> begun = deadLetteredWithout("ORDERS_TABLE");
    List<Outgoing> neverBegun = deadLetteredWithout("EFFECTIVELY_ONCE_TABLE");
    orders.warmUp(Outgoing.order(stack.newName("order")));
    Night night = Night.of(stack, directory);
    PageScript page = night.incident("outage");

    assertThat(page.run("effectively-once status")).containsPattern("orders +0 ");
    assertThat(page.run("effectively-once dead-letters"))
        .containsPattern("\\b6 +SEND .*ResourceNotFoundException")
        .containsPattern("\\b6 +SEND .*no record");
    assertThat(page.run("effectively-once replay")).containsPattern("replayed +12\\b");
    page.isOver();

    orders.awaitCompleted(begun);
    orders.awaitCompleted(neverBegun);
    orders.awaitEmptyQueue();
    assertThat(orders.deadLetters().queue().depth()).isZero();
    assertThat(begun).allSatisfy(order -> orders.assertRanAfterFailures(order, 4));
    assertThat(neverBegun).allSatisfy(order -> orders.assertRan(order, 1));
  }

  private List<Outgoing> deadLetteredWithout(String table) {
    List<Outgoing> sent =
        IntStream.range(0, 6).mapToObj(ignored -> Outgoing.order(stack.newName("order"))).toList();
    try (Version away = Version.live(orders.function(), Map.of(table, stack.newName("away")))) {
      assertThat(away.before()).isNotEmpty();
      orders.send(sent.stream());
      orders.awaitEmptyQueue();
    }
    return sent;
  }
}
