package dev.effectivelyonce.local.template;

/** Where in a template a value stands. */
record Location(String logicalId, String property) {
  Location child(String name) {
    return new Location(logicalId, property + "." + name);
  }
}
