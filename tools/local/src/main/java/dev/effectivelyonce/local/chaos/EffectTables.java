package dev.effectivelyonce.local.chaos;

import java.util.Set;

/**
 * The tables beside the records'.
 *
 * @param plain each written by its handler itself: a plain effect
 * @param accounts read by its handler, and written with the record's completion alone
 */
public record EffectTables(Set<String> plain, String accounts) {}
