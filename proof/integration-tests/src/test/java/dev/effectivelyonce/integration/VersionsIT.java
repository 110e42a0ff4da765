package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Aside;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Function;
import dev.effectivelyonce.integration.stack.Function.Answer;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Uses;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A deployment's middle: two versions of the function at work on one table. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
class VersionsIT {
  private static final int BATCHES = 6;
  private static final int BATCH_SIZE = 10;

  private final DeployedStack stack;
  private final Consumer orders;
  private final Function function;
  private final String before;
  private String after = "";

  VersionsIT(DeployedStack stack) {
    this.stack = stack;
    this.orders = stack.orders();
    this.function = orders.function();
    this.before = function.liveVersion();
  }

  @BeforeEach
  void publish() {
    after = function.publishVersion(stack.newName("version"));
    assertThat(after).isNotEqualTo(before);
  }

  @AfterEach
  void restore() {
    function.pointLiveAt(before);
  }

  @Test
  void twoVersionsThatGetTheSameEventsAtOnceProcessEachOnce() {
    List<List<Outgoing>> batches =
        IntStream.range(0, BATCHES).mapToObj(ignored -> newOrders(BATCH_SIZE)).toList();

    CompletableFuture<Set<String>> byOld = Aside.start(() -> run(before, batches));
    CompletableFuture<Set<String>> byNew = Aside.start(() -> run(after, batches));

    assertThat(byOld.join()).containsExactly(before);
    assertThat(byNew.join()).containsExactly(after);
    batches.forEach(batch -> batch.forEach(order -> orders.assertRan(order, 1)));
  }

  @Test
  void aClaimThatIsInFlightWhenTheVersionChangesIsLeftToItsOwner() {
    Outgoing slow = Outgoing.order(stack.newName("slow")).simulating("slow:4000");
    function.warmUp(
        after, newOrders(2).stream().map(order -> order.simulating("slow:1000")).toList());

    CompletableFuture<Answer> running = Aside.start(() -> function.invoke(before, List.of(slow)));
    orders.awaitStatus(Status.INPROGRESS, slow.key());
    function.pointLiveAt(after);
    orders.send(slow.again());
    Answer copy = function.invoke(Function.LIVE, List.of(slow.again()));

    assertThat(copy).isEqualTo(new Answer(after, List.of(slow.key())));
    assertThat(running.join()).isEqualTo(new Answer(before, List.of()));
    orders.awaitEmptyQueue();
    orders.assertRan(slow, 1);
  }

  private Set<String> run(String version, List<List<Outgoing>> batches) {
    return batches.stream()
        .map(batch -> function.invoke(version, batch).version())
        .collect(Collectors.toSet());
  }

  private List<Outgoing> newOrders(int count) {
    return IntStream.range(0, count)
        .mapToObj(ignored -> Outgoing.order(stack.newName("order")))
        .toList();
  }
}
