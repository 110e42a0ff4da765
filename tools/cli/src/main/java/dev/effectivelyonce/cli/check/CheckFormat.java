package dev.effectivelyonce.cli.check;

/** How findings are written. */
enum CheckFormat {
  /** The text for people. */
  text,
  /** One JSON document. */
  json,
  /** SARIF 2.1.0, which code hosts show beside the lines of a change. */
  sarif
}
