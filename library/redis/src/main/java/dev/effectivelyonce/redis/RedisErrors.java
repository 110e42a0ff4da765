package dev.effectivelyonce.redis;

import static dev.effectivelyonce.core.store.StoreException.Kind.DENIED;
import static dev.effectivelyonce.core.store.StoreException.Kind.MISCONFIGURED;
import static dev.effectivelyonce.core.store.StoreException.Kind.THROTTLED;
import static dev.effectivelyonce.core.store.StoreException.Kind.UNREACHABLE;
import static dev.effectivelyonce.core.store.StoreException.Kind.UNREADABLE;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.store.StoreException;
import java.util.Map;

/** Creates the store's exceptions from errors of the server or its client. */
public final class RedisErrors {
  /** What a fault means: its kind and the remedy. */
  private record Meaning(StoreException.Kind kind, String remedy) {}

  private static final Meaning STARTING =
      new Meaning(UNREACHABLE, "Try again; if it lasts, look at the server's log");
  private static final Meaning PARTITION =
      new Meaning(UNREACHABLE, "Try again; if it lasts, look at the cluster's nodes and replicas");
  private static final Meaning RIGHTS =
      new Meaning(
          DENIED,
          "Give the client the user's current password or token, and the user the rights of"
              + " docs/redis.md");
  private static final Meaning ROUTE =
      new Meaning(MISCONFIGURED, "Give the store a client for clusters, with the primary endpoint");

  /** The errors by what their text contains; a script's error has its code further inside. */
  private static final Map<String, Meaning> MEANINGS =
      Map.ofEntries(
          Map.entry("LOADING", STARTING),
          Map.entry("BUSY", new Meaning(THROTTLED, "End the script that keeps the server busy")),
          Map.entry("MASTERDOWN", PARTITION),
          Map.entry("CLUSTERDOWN", PARTITION),
          Map.entry("TRYAGAIN", PARTITION),
          Map.entry("NOREPLICAS", PARTITION),
          Map.entry("MISCONF", new Meaning(UNREACHABLE, "Free the disk, where the server saves")),
          Map.entry("OOM", new Meaning(THROTTLED, "Give the server more memory")),
          Map.entry("max number of clients", new Meaning(THROTTLED, "Use fewer connections")),
          Map.entry(
              "READONLY",
              new Meaning(UNREACHABLE, "Connect to the primary; after a failover, try again")),
          Map.entry("NOAUTH", RIGHTS),
          Map.entry("WRONGPASS", RIGHTS),
          Map.entry("NOPERM", RIGHTS),
          // Redis 6.2 says it so within a script.
          Map.entry("The user executing the script", RIGHTS),
          Map.entry("MOVED ", ROUTE),
          Map.entry("ASK ", ROUTE),
          Map.entry("CROSSSLOT", ROUTE),
          Map.entry(
              "WRONGTYPE",
              new Meaning(UNREADABLE, "Delete the foreign value, or use a server of its own")));

  private RedisErrors() {}

  /**
   * Returns the exception for an error that the server returned. It does not contain the server's
   * text.
   */
  public static StoreException answered(String text) {
    String code =
        MEANINGS.keySet().stream().filter(text::contains).findFirst().orElse(text.split(" ", 2)[0]);
    Meaning meaning =
        MEANINGS.getOrDefault(code, new Meaning(MISCONFIGURED, "Look it up in the server's log"));
    return new StoreException(
        meaning.kind(), "Redis refuses a request (" + code.strip() + ")", meaning.remedy(), null);
  }

  /** Returns the exception for a call that got no answer. */
  public static StoreException unanswered(Throwable cause) {
    return new StoreException(
        UNREACHABLE,
        "Redis gave no answer (" + cause.getClass().getSimpleName() + ")",
        "Try again; if it lasts, check the network, the endpoint, TLS and the client's timeouts",
        cause);
  }

  static StoreException contended(RecordId id) {
    return new StoreException(
        THROTTLED,
        "A write of the record " + id + " met others again and again",
        "Try again; if it lasts, look for who else writes this record",
        null);
  }

  static StoreException newer(RecordId id, int schema) {
    return new StoreException(
        UNREADABLE,
        "The record %s has the format %s, and this release knows formats up to %s"
            .formatted(id, schema, Fields.SCHEMA_VERSION),
        "Deploy a release that knows it",
        null);
  }

  static StoreException unreadable(RecordId id, Exception cause) {
    return new StoreException(
        UNREADABLE,
        "The value under the key " + Fields.key(id) + " is no record of this library",
        "Repair or delete it, or use a release that knows its format",
        cause);
  }
}
