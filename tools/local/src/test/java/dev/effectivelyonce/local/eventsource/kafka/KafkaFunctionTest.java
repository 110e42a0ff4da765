package dev.effectivelyonce.local.eventsource.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.lambda.EnvironmentPool;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A packaged function in its process, by the Lambda Runtime API. */
class KafkaFunctionTest {
  @Test
  void aPackagedFunctionThatCrashesAndReportsGetsEachRecordUntilItIsHandled(@TempDir Path files) {
    try (KafkaCluster kafka = new KafkaCluster();
        LocalSystem system = TestStack.in(files).start()) {
      String topic = kafka.topic(1);
      kafka.send(
          topic,
          0,
          "ok:1",
          "crash-once:" + files.resolve("crashed"),
          "fail-once:" + files.resolve("failed"),
          "ok:2");
      KafkaMapping mapping =
          KafkaCluster.mapping(topic)
              .batching(4, Duration.ofMinutes(5))
              .onFailures(FailureHandling.defaults().reportingItems());
      EnvironmentPool function = system.function("Test-Function");
      List<Long> committed = new CopyOnWriteArrayList<>();

      kafka.start(
          mapping,
          event -> {
            committed.add(kafka.committed(mapping, 0));
            return function.invoke(event);
          });
      kafka.awaitCommitted(mapping, 0, 4);

      assertThat(committed).containsExactly(0L, 0L, 2L);
      assertThat(function.started()).isEqualTo(2);
    }
  }
}
