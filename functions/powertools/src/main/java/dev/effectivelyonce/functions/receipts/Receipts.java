package dev.effectivelyonce.functions.receipts;

import dev.effectivelyonce.functions.simulation.SimulatingCall;
import java.util.Optional;
import software.amazon.lambda.powertools.idempotency.IdempotencyKey;
import software.amazon.lambda.powertools.idempotency.Idempotent;

/** Writes receipts, each once. */
class Receipts {
  private final ReceiptTable table;
  private final SimulatingCall faults;
  private final BegunAttempt attempt;

  Receipts(ReceiptTable table, SimulatingCall faults, BegunAttempt attempt) {
    this.table = table;
    this.faults = faults;
    this.attempt = attempt;
  }

  /**
   * Writes the receipt of an order. The names of function and method are a part of its key.
   *
   * @param fault the fault that the message asks for, where it does
   */
  @Idempotent
  WrittenReceipt write(@IdempotencyKey String orderId, PaidOrder order, Optional<String> fault)
      throws Exception {
    WrittenReceipt written = new WrittenReceipt(orderId, attempt.number());
    faults.run(fault, written.attempt(), () -> table.write(order));
    return written;
  }
}
