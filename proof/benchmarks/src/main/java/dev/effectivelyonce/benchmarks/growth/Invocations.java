package dev.effectivelyonce.benchmarks.growth;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.benchmarks.meter.ProcessMeter;
import dev.effectivelyonce.benchmarks.scenario.Batches;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.subject.Subject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Invocations of one consumer at once, each with batches of its own, one after the other. */
record Invocations(Subject subject, Shape shape, int batches) {
  /** What so many invocations came to. */
  record Figures(double messagesPerSecond, double medianMillis, double cpuMicros) {}

  Figures run(int atOnce, String prefix) {
    List<List<SQSEvent>> shares =
        IntStream.range(0, atOnce).mapToObj(it -> share(prefix + it + "-")).toList();
    ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
    ProcessMeter meter = new ProcessMeter();
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newFixedThreadPool(atOnce)) {
      List<CompletableFuture<Void>> all =
          shares.stream()
              .map(
                  share ->
                      CompletableFuture.runAsync(
                          () -> share.forEach(it -> nanos.add(subject.nanos(it))), threads))
              .toList();
      all.forEach(CompletableFuture::join);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    double messages = (double) atOnce * batches * shape.batchSize();
    List<Long> sorted = nanos.stream().sorted().toList();
    return new Figures(
        messages / seconds,
        sorted.get(sorted.size() / 2) / 1e6,
        meter.used().processorTime().toNanos() / 1e3 / messages);
  }

  private List<SQSEvent> share(String prefix) {
    Batches all = new Batches(shape, prefix);
    all.before().forEach(subject::nanos);
    return all.next(batches);
  }
}
