package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A resource of a template.
 *
 * @param file the number of its template among those that are checked together
 * @param id its logical id, or its address in Terraform
 * @param path where the CDK made it; otherwise its id
 * @param type of CloudFormation
 * @param properties as CloudFormation has them, with {@linkplain Reference references} resolved. A
 *     value that only a deployment knows is null
 * @param line of the template, from 1
 * @param made true; null if only a deployment knows whether it makes the resource
 */
record Resource(
    int file, String id, String path, String type, JsonNode properties, int line, JsonNode made) {
  /** A property; a property in it after a slash. What is in an unknown one is unknown. */
  JsonNode at(String property) {
    return at(properties, property);
  }

  static JsonNode at(JsonNode properties, String property) {
    JsonNode here = properties;
    for (String part : property.split("/", -1)) {
      here = here.isNull() ? here : here.path(part);
    }
    return here;
  }

  /** Returns what no other resource has, in any template. */
  String key() {
    return file + "!" + id;
  }

  /** Returns how people find it. */
  String shown() {
    return path.equals(id) ? id : id + " (" + path + ")";
  }
}
