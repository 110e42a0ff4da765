package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/** The consumers of the stack that the demo sends to. */
public enum DemoConsumer {
  /** The standard queue. */
  ORDERS("orders", "order"),
  /** The FIFO queue; its message groups are accounts. */
  PAYMENTS("payments", "payment"),
  /** The standard queue of orders that are to be charged at the gateway and shipped. */
  FULFILMENT("fulfilment", "fulfilment"),
  /** The standard queue of the function with Powertools' annotation. */
  RECEIPTS("receipts", "receipt"),
  /** The standard queue of transfers, whose records and rows are in PostgreSQL. */
  LEDGER("ledger", "transfer"),
  /** Callers of the payments API. */
  REQUESTS("payments-api", "request"),
  /** The topic of parcels, of a stack of its own; its record keys are orders. */
  SHIPMENTS("shipments", "parcel");

  /** Those that read a queue. */
  public static final Set<DemoConsumer> QUEUES =
      Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(REQUESTS, SHIPMENTS)));

  /** Powertools' key: method and hash. The name of the function before it is the stack's choice. */
  private static final String METHOD = "write#";

  /** Whom the local function URL vouches for where a request is not signed. */
  private static final String CALLER = "iam arn:aws:iam::000000000000:user/local";

  private static final String ROUTE = "$default";

  private final String label;
  private final String word;

  DemoConsumer(String label, String word) {
    this.label = label;
    this.word = word;
  }

  /** The consumer's name. */
  public String label() {
    return label;
  }

  /** Returns the name of an event of it. */
  public String named(String key) {
    return label + " " + key;
  }

  /** Returns whether its handler writes its effect itself, not with the completion. */
  public boolean isPlain() {
    return this == ORDERS || this == RECEIPTS;
  }

  /** The business key of an event: no two consumers share one, but by what orders send on. */
  String key(int index) {
    return String.format(Locale.ROOT, "%s-%06d", word, index);
  }

  /** The id of the record of a business key; that of a receipt without its function's name. */
  public String recordId(String key) {
    return switch (this) {
      case RECEIPTS -> METHOD + hash(key);
      case REQUESTS -> id(BusinessKey.of(key).inScope(CALLER).inScope(ROUTE));
      case ORDERS, PAYMENTS, FULFILMENT, LEDGER, SHIPMENTS -> id(BusinessKey.of(key));
    };
  }

  private String id(BusinessKey key) {
    return RecordId.of(new ConsumerName(label), key).value();
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
