package dev.effectivelyonce.benchmarks.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ProcessMeterTest {
  private static final int SIZE_BYTES = 10 << 20;

  @Test
  void whatAVirtualThreadAllocatesIsSeen() throws InterruptedException {
    AtomicReference<byte[]> kept = new AtomicReference<>(new byte[0]);
    ProcessMeter meter = new ProcessMeter();

    Thread.ofVirtual().start(() -> kept.set(new byte[SIZE_BYTES])).join();

    assertThat(meter.used().allocatedBytes()).isGreaterThanOrEqualTo(SIZE_BYTES);
    assertThat(kept.get()).hasSize(SIZE_BYTES);
  }
}
