package dev.effectivelyonce.local.chaos;

/**
 * The tables beside the records'.
 *
 * @param orders written by its handler itself: a plain effect
 * @param accounts read by its handler, and written with the record's completion alone
 */
public record EffectTables(String orders, String accounts) {}
