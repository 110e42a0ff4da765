package dev.effectivelyonce.tests.sources;

/** What each event says. Its id is the key, and its weight must agree between copies. */
record Parcel(String id, int weight) {
  String json() {
    return "{\"id\":\"%s\",\"weight\":%s}".formatted(id, weight);
  }
}
