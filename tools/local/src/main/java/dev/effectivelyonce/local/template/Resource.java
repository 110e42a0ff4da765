package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;

/** One resource of a template, its properties not yet resolved. */
record Resource(String logicalId, JsonNode properties) {
  JsonNode property(String name) {
    return properties.path(name);
  }

  Location at(String property) {
    return new Location(logicalId, property);
  }
}
