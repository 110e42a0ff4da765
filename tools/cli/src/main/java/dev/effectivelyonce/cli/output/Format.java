package dev.effectivelyonce.cli.output;

/** How results are written. */
public enum Format {
  /** For people. */
  text,
  /** For programs: one JSON document on standard output. */
  json
}
