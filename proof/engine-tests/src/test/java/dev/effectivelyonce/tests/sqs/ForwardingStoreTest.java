package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a test changes holds for every message of a batch. */
class ForwardingStoreTest {
  @Test
  void lanesOfABatchDoNotWritePastWhatATestChanges() {
    Bench bench = new Bench();
    AtomicInteger claims = new AtomicInteger();
    ForwardingStore counting =
        new ForwardingStore(bench.memory) {
          @Override
          public WriteResult write(Write write) {
            claims.addAndGet(write instanceof Write.Claim ? 1 : 0);
            return super.write(write);
          }
        };

    bench.failed(
        bench.consumer().store(counting).build(),
        standard("1", "order-1"),
        standard("2", "order-2"),
        standard("3", "order-3"));

    assertThat(claims).hasValue(3);
  }
}
