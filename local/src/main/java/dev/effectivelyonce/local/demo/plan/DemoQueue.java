package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import java.util.Arrays;
import java.util.Optional;

/** The queues of the stack, with the contract of their messages. */
public enum DemoQueue {
  /** The standard queue. */
  ORDERS("orders", "orderId"),
  /** The FIFO queue; its message groups are accounts. */
  PAYMENTS("payments", "paymentId"),
  /** The standard queue of orders that are to be charged at the gateway and shipped. */
  FULFILMENT("fulfilment", "orderId");

  private final String label;
  private final String keyField;

  DemoQueue(String label, String keyField) {
    this.label = label;
    this.keyField = keyField;
  }

  /** The name of the queue's consumer, and of the queue in input files and reports. */
  public String label() {
    return label;
  }

  /** The field of a body that holds the business key. */
  public String keyField() {
    return keyField;
  }

  /** The id of the record of a business key. */
  public RecordId recordId(String key) {
    return RecordId.of(new ConsumerName(label), BusinessKey.of(key));
  }

  /** The queue of that label. */
  public static Optional<DemoQueue> labelled(String label) {
    return Arrays.stream(values()).filter(queue -> queue.label.equals(label)).findFirst();
  }
}
