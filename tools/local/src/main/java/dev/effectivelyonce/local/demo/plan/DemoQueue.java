package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The queues of the stack, with the contract of their messages. */
public enum DemoQueue {
  /** The standard queue. */
  ORDERS("orders", "orderId"),
  /** The FIFO queue; its message groups are accounts. */
  PAYMENTS("payments", "paymentId"),
  /** The standard queue of orders that are to be charged at the gateway and shipped. */
  FULFILMENT("fulfilment", "orderId"),
  /** The standard queue of the function with Powertools' annotation. */
  RECEIPTS("receipts", "orderId"),
  /** The standard queue of transfers, whose records and rows are in PostgreSQL. */
  LEDGER("ledger", "transferId");

  /** Powertools' key: method and hash. The name of the function before it is the stack's choice. */
  private static final String METHOD = "write#";

  private final String label;
  private final String keyField;

  DemoQueue(String label, String keyField) {
    this.label = label;
    this.keyField = keyField;
  }

  /** The name of the queue's consumer, and of the queue in reports. */
  public String label() {
    return label;
  }

  /** Returns whether its handler writes its effect itself, not with the completion. */
  public boolean isPlain() {
    return this == ORDERS || this == RECEIPTS;
  }

  /** The field of a body that holds the business key. */
  public String keyField() {
    return keyField;
  }

  /** The id of the record of a business key; that of a receipt without its function's name. */
  public RecordId recordId(String key) {
    return this == RECEIPTS
        ? new RecordId(METHOD + hash(key))
        : RecordId.of(new ConsumerName(label), BusinessKey.of(key));
  }

  /** Hashes a key that is a text, as Powertools does. */
  private static String hash(String key) {
    try {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java has MD5", e);
    }
  }
}
