package dev.effectivelyonce.tests.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The samples of docs/heartbeat.md, and how such a handler is tested. */
class ExportSampleTest {
  private final Bench bench = new Bench();
  private final ManualClock clock = bench.clock;
  private final ManualTimers timers = bench.timers;
  private final TestContext context = new TestContext(clock, Duration.ofMinutes(15));
  private final List<Integer> written = new ArrayList<>();

  private SqsConsumer<Order> consumer(ExportSample.Archive archive) {
    return new ExportSample(archive).consumer(bench.with(SqsConsumer.of(Bench.orders())));
  }

  private ExportSample.Archive archive(Runnable meanwhile) {
    return new ExportSample.Archive() {
      @Override
      public int pages(String orderId) {
        return 5;
      }

      @Override
      public void put(String orderId, int page) {
        written.add(page);
        meanwhile.run();
      }
    };
  }

  // sample: test
  @Test
  void anExportOfTenMinutesKeepsItsClaim() {
    SqsConsumer<Order> consumer = consumer(archive(() -> timers.advance(Duration.ofMinutes(2))));

    consumer.handle(SqsEvents.of(Bench.standard("m-1", "O-1")), context);

    assertThat(written).containsExactly(1, 2, 3, 4, 5);
    assertThat(bench.status("O-1")).contains(Status.COMPLETED);
  }

  @Test
  void anExportThatStoodStillForLongerThanItsLeaseStops() {
    SqsConsumer<Order> consumer = consumer(archive(() -> clock.advance(Duration.ofMinutes(2))));

    consumer.handle(SqsEvents.of(Bench.standard("m-1", "O-1")), context);

    assertThat(written).containsExactly(1);
    assertThat(bench.status("O-1")).contains(Status.RETRYABLE);
  }

  // end
}
