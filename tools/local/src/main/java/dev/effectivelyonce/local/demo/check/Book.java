package dev.effectivelyonce.local.demo.check;

import java.util.List;
import java.util.Map;

/**
 * What PostgreSQL holds besides the records.
 *
 * @param balances of its accounts, in cents
 * @param transfers by their ids
 * @param numbers the numbers that the results of completed records name, by transfer
 */
public record Book(
    Map<String, Long> balances, Map<String, Transfer> transfers, Map<String, Long> numbers) {
  /**
   * A transfer.
   *
   * @param number that the database drew
   * @param entries of that number
   */
  public record Transfer(long number, long amountCents, List<Entry> entries) {}

  /** One of the two sides of a transfer. */
  public record Entry(String account, long amountCents) {}

  /** Returns a book without accounts. */
  public static Book empty() {
    return new Book(Map.of(), Map.of(), Map.of());
  }
}
