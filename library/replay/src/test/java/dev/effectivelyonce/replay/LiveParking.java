package dev.effectivelyonce.replay;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** ElasticMQ with a parking queue for each bench. */
final class LiveParking implements AfterAllCallback {
  /** The kind of a parking queue. */
  enum Parking {
    STANDARD,
    FIFO
  }

  private final LiveQueues live = new LiveQueues();
  private final AtomicInteger names = new AtomicInteger();

  ParkedBench bench(Parking kind) {
    String name = "parked-" + names.incrementAndGet();
    return new ParkedBench(
        live,
        kind == Parking.FIFO ? live.create(name + ".fifo", Map.of()) : live.create(name, Map.of()));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    live.close();
  }
}
