package dev.effectivelyonce.cli.output;

/** How results are written. */
public enum Format {
  /** The text for people. */
  text,
  /** The format for programs: one JSON document on standard output. */
  json
}
