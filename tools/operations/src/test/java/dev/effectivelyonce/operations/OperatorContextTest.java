package dev.effectivelyonce.operations;

import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.record.Addresses;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests at a context with the consumer "orders". */
abstract class OperatorContextTest {
  Orders orders;
  OperatorContext context;

  @BeforeEach
  final void open(@TempDir Path directory) {
    orders = new Orders(directory, clock());
    context = orders.context();
  }

  @AfterEach
  final void close() {
    context.close();
  }

  /** The clock of the operator's machine. Queues have their own. */
  Clock clock() {
    return Orders.STILL;
  }

  RecordView seen(String key) {
    return new Records(context)
        .view(Addresses.byKey(context.consumer("orders"), List.of(key), List.of()));
  }
}
