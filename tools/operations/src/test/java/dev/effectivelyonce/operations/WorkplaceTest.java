package dev.effectivelyonce.operations;

import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.record.Addresses;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests at a workplace with the consumer "orders". */
abstract class WorkplaceTest {
  @RegisterExtension static final LocalAws AWS = new LocalAws();

  Orders orders;
  Workplace workplace;

  @BeforeEach
  final void open(@TempDir Path directory) {
    orders = new Orders(AWS.running(), directory, clock());
    workplace = orders.workplace();
  }

  @AfterEach
  final void close() {
    workplace.close();
  }

  /** The clock of the operator's machine. Queues have their own. */
  Clock clock() {
    return Orders.STILL;
  }

  RecordView seen(String key) {
    return new Records(workplace)
        .view(Addresses.byKey(workplace.consumer("orders"), List.of(key), List.of()));
  }
}
