package dev.effectivelyonce.benchmarks.coldstart;

import dev.effectivelyonce.local.lambda.Platform;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Starts the functions in turns, so that whatever else the machine does meets all of them. */
final class Measurement {
  private final Platform platform;
  private final Tables tables;
  private final PrintWriter progress;
  private final int starts;
  private final int messages;
  private final Orders orders = new Orders();
  private long ordersSent;

  Measurement(Platform platform, Tables tables, PrintWriter progress, int starts, int messages) {
    this.platform = platform;
    this.tables = tables;
    this.progress = progress;
    this.starts = starts;
    this.messages = messages;
  }

  /** All functions at all sizes; each function's first start at a size is not counted. */
  List<Sample> run(List<MemorySize> sizes, List<Variant> variants) {
    tables.create();
    List<Sample> samples = new ArrayList<>();
    for (MemorySize size : sizes) {
      samples.addAll(run(size, variants));
    }
    tables.requireOrders(ordersSent);
    return samples;
  }

  private List<Sample> run(MemorySize size, List<Variant> variants) {
    try (CpuGroup group = CpuGroup.of(size.cpus())) {
      List<Starter> starters =
          variants.stream().map(variant -> new Starter(variant, size, platform, group)).toList();
      round(size + ": not counted", starters);
      List<List<Start>> rounds = new ArrayList<>();
      for (int round = 1; round <= starts; round++) {
        rounds.add(round("%s: start %s of %s".formatted(size, round, starts), starters));
      }
      starters.forEach(Starter::close);
      return IntStream.range(0, variants.size())
          .mapToObj(
              i -> new Sample(size, variants.get(i), rounds.stream().map(it -> it.get(i)).toList()))
          .toList();
    }
  }

  private List<Start> round(String title, List<Starter> starters) {
    progress.print(title);
    List<Start> measured = starters.stream().map(this::start).toList();
    progress.println();
    progress.flush();
    return measured;
  }

  private Start start(Starter starter) {
    Start start = starter.start(orders.batch(messages));
    ordersSent += starter.variant().writesOrders() ? messages : 0;
    progress.printf(
        Locale.ROOT, "  %s %,d ms", starter.variant().name(), start.answered().toMillis());
    progress.flush();
    return start;
  }
}
