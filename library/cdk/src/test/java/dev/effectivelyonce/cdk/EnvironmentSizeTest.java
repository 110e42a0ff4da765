package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertRefused;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lambda takes 4,096 bytes of variables, and says so only when a stack is deployed. */
class EnvironmentSizeTest {
  private static final int CONSUMERS = 10;

  @TempDir Path directory;

  @Test
  void aReplayHasRoomForTenConsumersAndNotForTwenty() {
    TestStack test = TestStack.in(directory);
    DeadLetterReplay.Builder ten = test.replay("Ten");
    DeadLetterReplay.Builder twenty = test.replay("Twenty");
    for (int i = 0; i < 2 * CONSUMERS; i++) {
      String name = "consumer-" + i;
      IdempotentConsumer consumer = test.consumer(name).build();
      twenty.consumer(name, consumer);
      if (i < CONSUMERS) {
        ten.consumer(name, consumer);
      }
    }

    assertThatNoException().isThrownBy(ten::build);
    assertRefused(twenty, "Lambda takes 4096");
  }

  @Test
  void variablesOfYourOwnCountTheirBytes() {
    TestStack test = TestStack.in(directory);

    assertThatNoException()
        .isThrownBy(() -> test.consumer("Short").environment("K", "x".repeat(4095)).build());
    assertRefused(test.consumer("Long").environment("K", "ä".repeat(2048)), "may have 4097 bytes");
  }
}
