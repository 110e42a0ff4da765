package dev.effectivelyonce.benchmarks.run;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.benchmarks.engine.Clients;
import dev.effectivelyonce.benchmarks.meter.CannedHttpClient;
import dev.effectivelyonce.benchmarks.meter.ProcessMeter;
import dev.effectivelyonce.benchmarks.meter.ProcessMeter.Used;
import dev.effectivelyonce.benchmarks.run.CpuRow.Below;
import dev.effectivelyonce.benchmarks.scenario.Batches;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.subject.Backing;
import dev.effectivelyonce.benchmarks.subject.Contender;
import dev.effectivelyonce.benchmarks.subject.Subject;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Measures the processor time of contenders without I/O, in turns, with batches of 10, all new. */
public record CpuComparison(Duration warmUp, Duration slice, int rounds, List<SQSEvent> batches) {
  private static final int BATCH_SIZE = 10;

  /**
   * @param warmUp of each contender
   * @param slice of each contender in each round
   * @param different batches, after which the same come again
   */
  public CpuComparison(Duration warmUp, Duration slice, int rounds, int different) {
    this(warmUp, slice, rounds, new Batches(Shape.standard(Mix.NEW, BATCH_SIZE)).next(different));
  }

  /** A row for each, in their order. */
  public List<CpuRow> run(Below below, List<Contender> contenders) {
    try (DynamoDbClient client = Clients.of(new CannedHttpClient())) {
      Backing backing =
          switch (below) {
            case NOTHING -> new Backing.Nothing();
            case SDK -> new Backing.Table(client, "records");
          };
      List<Entrant> entrants =
          contenders.stream().map(it -> new Entrant(it, it.over(backing))).toList();
      entrants.forEach(it -> it.run(warmUp));
      entrants.forEach(Entrant::forget);
      for (int round = 0; round < rounds; round++) {
        entrants.forEach(it -> it.run(slice));
      }
      entrants.forEach(it -> it.subject.close());
      return entrants.stream().map(it -> it.row(below)).toList();
    }
  }

  /** One contender on its way. */
  private final class Entrant {
    private final Contender contender;
    private final Subject subject;
    private Used used = Used.NOTHING;
    private long messages;

    private Entrant(Contender contender, Subject subject) {
      this.contender = contender;
      this.subject = subject;
    }

    private void run(Duration duration) {
      subject.select();
      long endNanos = System.nanoTime() + duration.toNanos();
      ProcessMeter meter = new ProcessMeter();
      do {
        for (SQSEvent batch : batches) {
          if (subject.handle(batch) > 0) {
            throw new IllegalStateException(contender.title() + " failed without a store");
          }
        }
        messages += (long) batches.size() * BATCH_SIZE;
      } while (System.nanoTime() - endNanos < 0);
      used = used.plus(meter.used());
    }

    private void forget() {
      used = Used.NOTHING;
      messages = 0;
    }

    private CpuRow row(Below below) {
      return new CpuRow(below, contender, messages, used);
    }
  }
}
