package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OperationsDashboardTest extends GoldenStackTest {
  @Override
  void fill() {
    IdempotentConsumer orders = test.consumer("Orders").build();
    DeadLetterReplay replay = test.replay("Replay").consumer("orders", orders).build();
    OperationsDashboard.Builder.create(test.stack(), "Operations")
        .name("shop-operations")
        .consumer("Orders", orders)
        .consumer("Returns", test.consumer("Returns").build())
        .outbox("Outbox", outbox())
        .replay(replay)
        .build();
  }

  private TransactionalOutbox outbox() {
    return TransactionalOutbox.Builder.create(test.stack(), "Outbox")
        .code(test.code())
        .destination("returns", test.queue("Target"))
        .build();
  }

  @Test
  void aDashboardOfNothingIsRefused() {
    assertThatThrownBy(OperationsDashboard.Builder.create(test.stack(), "Empty")::build)
        .isInstanceOf(InvalidConstructException.class)
        .hasMessage(
            "'Shop/Empty' cannot be built:\n- there is nothing to show. Name a consumer, API or"
                + " function before build().");
  }

  @Override
  String recorded() {
    return "OperationsDashboard";
  }
}
