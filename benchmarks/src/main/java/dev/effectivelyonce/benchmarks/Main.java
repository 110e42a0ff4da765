package dev.effectivelyonce.benchmarks;

import dev.effectivelyonce.benchmarks.engine.EngineProcess;
import dev.effectivelyonce.benchmarks.run.*;
import dev.effectivelyonce.benchmarks.subject.Contender;
import java.time.Duration;
import java.util.List;

final class Main {
  private Main() {}

  public static void main(String[] args) {
    long t = System.nanoTime();
    try (EngineProcess engine = EngineProcess.start()) {
      for (String name : args) {
        Part part = Part.valueOf(name);
        for (var s : Plan.scenarios(part)) {
          List<Row> rows =
              new Comparison(engine.endpoint())
                  .run(
                      s,
                      s.shape().messageGroups().isPresent()
                          ? Contender.onFifoQueues()
                          : Contender.onStandardQueues());
          for (Row r : rows) {
            System.out.printf(
                "%5.0fs %s %s n=%d lat=%s %s: %.0f/s trips=%d req=%.1f wu=%.2f ru=%.2f ref=%.2f"
                    + " cpu=%.0f alloc=%.0f p50=%.2f p99=%.2f eff=%d fail=%d%n",
                (System.nanoTime() - t) / 1e9,
                part,
                s.shape().title(),
                s.shape().batchSize(),
                s.latency(),
                r.contender(),
                r.messagesPerSecond(),
                r.serialRoundTrips(),
                r.requestsPerBatch(),
                r.writeUnitsPerMessage(),
                r.readUnitsPerMessage(),
                r.refusedWritesPerMessage(),
                r.cpuMicrosPerMessage(),
                r.allocatedBytesPerMessage(),
                r.batchMillis(.5),
                r.batchMillis(.99),
                r.effects(),
                r.failures());
          }
        }
        if (part == Part.CPU)
          for (var below : CpuRow.Below.values())
            for (var r :
                new CpuComparison(Duration.ofSeconds(3), Duration.ofMillis(700), 5)
                    .run(below, List.of(Contender.values())))
              System.out.printf(
                  "%s %s %.2f us %.0f B%n",
                  below, r.contender(), r.cpuMicrosPerMessage(), r.allocatedBytesPerMessage());
        if (part == Part.MEMORY)
          for (var c : Contender.onStandardQueues())
            for (int n : new int[] {1000, 10000})
              System.out.println(new MemoryComparison(engine.endpoint()).run(c, n));
      }
    }
  }
}
