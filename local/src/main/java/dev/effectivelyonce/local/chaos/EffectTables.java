package dev.effectivelyonce.local.chaos;

/** The tables that the handlers write, by what a write does to them. */
public record EffectTables(String orders, String accounts, String ledger) {
  boolean contains(String table) {
    return table.equals(orders) || table.equals(accounts) || table.equals(ledger);
  }
}
