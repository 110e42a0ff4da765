package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.Stack;

class IdempotencyTableTest {

  @Test
  void fewerWritesThanEveryTableTakesAreRefused(@TempDir Path directory) {
    Stack stack = new Stack(TestApps.in(directory), "Shop");
    IdempotencyTable.Builder cold =
        IdempotencyTable.Builder.create(stack, "Records").warmWritesPerSecond(3_999);

    assertThatThrownBy(cold::build)
        .isInstanceOf(InvalidConstructException.class)
        .hasMessageContaining("warmWritesPerSecond is 3999: every new table takes 4000");
  }
}
