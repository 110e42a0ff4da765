package dev.effectivelyonce.integration.stack;

import java.util.HashMap;
import java.util.Map;

/**
 * A record of the stream of clicks.
 *
 * @param partitionKey under which it is put
 * @param data the text that is put
 */
public record Click(String partitionKey, String data) {
  /** A click under its visitor's partition key. */
  public static Click of(String clickId, String visitorId) {
    return new Click(visitorId, json(clickId, visitorId, Map.of()));
  }

  /** One that asks for a fault. */
  public static Click simulating(String clickId, String visitorId, String fault) {
    return new Click(visitorId, json(clickId, visitorId, Map.of("simulate", fault)));
  }

  /** The same click under another partition key. */
  public Click under(String otherPartitionKey) {
    return new Click(otherPartitionKey, data);
  }

  private static String json(String clickId, String visitorId, Map<String, String> more) {
    Map<String, String> click = new HashMap<>(more);
    click.putAll(Map.of("clickId", clickId, "visitorId", visitorId, "page", "/prices"));
    return Json.text(click);
  }
}
