package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.replay.FakeQueues.Fault;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Neither logs nor reports of a replay show a body or a key, whatever goes wrong. */
@Isolated("what other tests log would be captured, too")
class NothingOfAMessageInTheLogTest {
  private final ReplayBench bench = new ReplayBench();

  @Test
  void keysAreHashesAndBodiesAreNotShown() {
    for (Status status : Status.values()) {
      letter(status.name());
      bench.record("secret-" + status, status);
    }
    letter("new");
    letter("refused", Fault.REFUSES);
    letter("unsure", Fault.LOSES_ANSWER);
    bench.queues.add("m-garbled", "{\"id\":\"secret-");
    bench.queues.add("m-keyless", "{\"name\":\"secret\"}");
    bench.queues.add("m-other", "{\"id\":\"secret-COMPLETED\",\"cents\":777}");

    for (RunMode mode : List.of(RunMode.DRY_RUN, RunMode.REPLAY)) {
      try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
        ReplayReport report = replay(mode);

        assertThat(log.lines())
            .hasSize(11)
            .noneMatch(line -> line.contains("secret") || line.contains("777"))
            .anyMatch(line -> isAbout("UNKNOWN", "HELD", line));
        assertThat(report.text() + report.toMap() + report).doesNotContain("secret", "777");
      }
    }
  }

  private ReplayReport replay(RunMode mode) {
    return Replay.over(bench.queues, bench.store, ReplayBench.STANDARD, bench.platform)
        .run(
            ReplayRequest.everything().withMode(mode),
            Optional.empty(),
            new LoggingReplayListener(new ConsumerName("orders")));
  }

  private static boolean isAbout(String order, String decision, String line) {
    return line.startsWith("INFO ")
        && line.contains("consumer=orders")
        && line.contains("keyHash=" + ReplayBench.keyHash("secret-" + order))
        && line.contains("decision=" + decision);
  }

  private void letter(String order) {
    bench.queues.add("m-" + order, ReplayBench.body("secret-" + order));
  }

  private void letter(String order, Fault fault) {
    letter(order);
    bench.queues.onSend("m-" + order, fault);
  }
}
