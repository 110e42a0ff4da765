package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;
import static dev.effectivelyonce.cdk.TestStack.assertProblems;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsumerNamesTest {
  private TestStack test;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    test = TestStack.in(directory);
  }

  @Test
  void twoConsumersOfOneNameOnOneTableAreRefused() {
    IdempotentConsumer first = test.consumer("Orders").consumerName("orders").build();

    assertThat(first.consumerName()).isEqualTo("orders");
    assertProblems(
        test.consumer("Copy").consumerName("orders"),
        "consumerName 'orders' is that of Shop/Orders too, on the same table: each would take the"
            + " other's events for duplicates and lose them. Give each its own name, or its own"
            + " table.");
    assertThat(test.stack().getNode().tryFindChild("Copy")).isNull();
  }

  @Test
  void anApiAndAConsumerOfOneNameOnOneTableAreRefused() {
    test.api("Api").consumerName("orders").build();

    assertOneProblem(test.consumer("Orders").consumerName("orders"), "Shop/Api too");
    assertOneProblem(test.api("Other").consumerName("orders"), "Shop/Api too");
  }

  @Test
  void theSameNameOnAnotherTableIsAnotherConsumer() {
    IdempotencyTable other = IdempotencyTable.Builder.create(test.stack(), "OtherRecords").build();
    test.consumer("Orders").consumerName("orders").build();

    assertThat(
            test.consumer("Elsewhere")
                .consumerName("orders")
                .idempotencyTable(other.table())
                .build()
                .consumerName())
        .isEqualTo("orders");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "the orders", "orders#1"})
  void aNameThatTheLibraryRefusesIsRefusedAtSynth(String name) {
    assertProblems(
        test.consumer("Odd").consumerName(name),
        "consumerName '%s' is not valid. Use 1 to 64 characters of A-Z a-z 0-9 . _ -."
            .formatted(name));
  }
}
