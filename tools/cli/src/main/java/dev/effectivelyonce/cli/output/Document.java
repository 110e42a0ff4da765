package dev.effectivelyonce.cli.output;

import com.fasterxml.jackson.databind.JsonNode;

/** A result. */
public interface Document {
  /** For people; lines, each with its end. */
  String text();

  /** For programs. Fields are added with time, and none is renamed or removed. */
  JsonNode json();
}
