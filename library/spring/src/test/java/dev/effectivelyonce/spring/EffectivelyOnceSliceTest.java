package dev.effectivelyonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.once.FailedException;
import dev.effectivelyonce.core.once.TryAgainException;
import dev.effectivelyonce.spring.Orders.Order;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

// sample: slice
/** A listener without its broker. Each test has orders of its own, since they share the records. */
@EffectivelyOnceTest(Orders.class)
class EffectivelyOnceSliceTest {
  @Autowired Orders orders;
  @Autowired OnceDeliveries deliveries;
  @Autowired ManualClock clock;

  @Test
  void anOrderThatComesTwiceIsPlacedOnce() throws Exception {
    deliveries.deliver("orders", new Order("O-1", 500));
    deliveries.deliver("orders", new Order("O-1", 500));

    assertThat(orders.placed).containsOnlyOnce("O-1");
  }

  @Test
  void anOrderThatComesAgainAfterTheRetentionIsAnotherOne() throws Exception {
    deliveries.deliver("orders", new Order("O-2", 500));
    clock.advance(Duration.ofDays(20));
    deliveries.deliver("orders", new Order("O-2", 500));

    assertThat(orders.placed).containsSequence("O-2", "O-2");
  }

  // end

  @Test
  void whatABrokerWouldDoIsThrown(@Autowired InMemoryStore records) throws Exception {
    List<Throwable> copies = new ArrayList<>();
    Order again = new Order("again", 1);
    orders.answers.put(
        "again",
        order -> {
          copies.add(catching(again));
          return HandlerResult.retry("busy");
        });
    orders.answers.put("fails", order -> HandlerResult.fail("closed"));

    assertThat(catching(again)).isInstanceOf(TryAgainException.class).hasMessageContaining("busy");
    assertThat(copies).singleElement().isInstanceOf(TryAgainException.class);
    assertThat(catching(new Order("fails", 1))).isInstanceOf(FailedException.class);
    assertThat(catching(new Order("fails", 1))).isInstanceOf(FailedException.class);
    orders.answers.clear();
    deliveries.deliver("orders", again);

    assertThat(orders.placed).containsOnlyOnce("fails").contains("again");
    assertThat(records.records().values()).anyMatch(it -> it.attempt() == 2);
  }

  @Test
  void theTimersRenewAClaimForAsLongAsItsMethodRuns(@Autowired ManualTimers timers)
      throws Exception {
    List<Throwable> copies = new ArrayList<>();
    Order slow = new Order("slow", 1);
    orders.answers.put(
        "slow",
        order -> {
          timers.advance(Duration.ofHours(1));
          copies.add(catching(slow));
          return HandlerResult.completed();
        });

    deliveries.deliver("orders", slow);

    assertThat(copies).singleElement().isInstanceOf(TryAgainException.class);
  }

  @Test
  void aConsumerThatNoMethodHasIsNamed() {
    assertThatThrownBy(() -> deliveries.deliver("order", "O-1"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("\"order\"")
        .hasMessageContaining("orders");
  }

  private Throwable catching(Order order) {
    try {
      deliveries.deliver("orders", order);
      return new AssertionError("It was acknowledged");
    } catch (Exception e) {
      return e;
    }
  }
}
