package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deployed.TableFacts;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** Rules of an idempotency table. */
final class TableChecks {
  private static final List<String> KEY = List.of("id:S");
  private static final List<String> LISTING_KEY = List.of("listing:S", "updated_at:N");
  private static final String TTL = "expiration";

  private TableChecks() {}

  static void schema(TableFacts table, Examination found) {
    found.require(
        table.key().equals(KEY),
        table.name(),
        "its key is %s, not %s".formatted(table.key(), KEY),
        "Use a table with the partition key \"id\" (String) and no sort key");
    found.expect(
        table.listing().isPresent(),
        table.name(),
        "it has no index \"listing\"",
        "Add it: `inspect --list` needs it");
    table.listing().ifPresent(index -> listing(table.name(), index, found));
  }

  private static void listing(String table, TableFacts.IndexFacts index, Examination found) {
    found.require(
        index.key().equals(LISTING_KEY),
        table + ", index listing",
        "its key is %s, not %s".formatted(index.key(), LISTING_KEY),
        "Replace it: `inspect --list` needs this key");
    found.expect(
        index.status().equals("ACTIVE"),
        table + ", index listing",
        "it is " + index.status(),
        "Wait until it is ACTIVE");
  }

  static void halfDone(String table, ConsumerEntry consumer, long records, Examination found) {
    found.expect(
        records == 0,
        table,
        "%s records of %s are half done, and no attempt has continued them for an hour"
            .formatted(records, consumer.name()),
        "See them by `inspect --list=halfdone`, `--list=failed` and `--list=held`");
  }

  static void timeToLive(String table, Optional<String> attribute, Examination found) {
    found.require(
        attribute.filter(TTL::equals).isPresent(),
        table,
        "it expires records by %s".formatted(attribute.orElse("nothing")),
        "Enable time to live on \"expiration\": records would never be deleted");
  }

  static void claimants(
      String table, String consumer, SortedSet<String> functions, Examination found) {
    found.expect(
        functions.size() <= 1,
        table,
        "records of %s were claimed by several functions: %s"
            .formatted(consumer, String.join(", ", functions)),
        "Give each consumer its own name, unless the function was renamed: two of one name take"
            + " each other's events for duplicates");
  }

  static void recovery(String table, boolean isOn, Examination found) {
    found.expect(
        isOn,
        table,
        "it has no point-in-time recovery",
        "Enable it: a table that was deleted or overwritten makes every event run again");
  }
}
