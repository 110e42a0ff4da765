package dev.effectivelyonce.tests.sqs;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import java.time.Duration;

/** The samples of docs/heartbeat.md, which shows what is between the marks. */
final class ExportSample {
  /** Where exports go. */
  interface Archive {
    int pages(String orderId);

    void put(String orderId, int page);
  }

  private final Archive archive;

  ExportSample(Archive archive) {
    this.archive = archive;
  }

  // sample: consumer
  SqsConsumer<Order> consumer(SqsConsumerBuilder<Order> described) {
    return described.heartbeat(Duration.ofMinutes(1)).handler(this::export).build();
  }

  // end

  // sample: handler
  HandlerResult export(Order order, Delivery delivery) {
    for (int page = 1; page <= archive.pages(order.orderId()); page++) {
      delivery.claim().ensureHeld();
      archive.put(order.orderId(), page);
    }
    return HandlerResult.completed();
  }
  // end
}
