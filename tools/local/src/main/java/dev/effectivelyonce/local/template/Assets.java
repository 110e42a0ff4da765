package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files that a deployment would upload. */
record Assets(Path folder, JsonNode manifest) {

  /** The local file behind an S3 key: the manifest's file whose destination has that key. */
  Path file(String objectKey, Location where) {
    for (JsonNode file : manifest.path("files")) {
      for (JsonNode destination : file.path("destinations")) {
        if (destination.path("objectKey").asText().equals(objectKey)) {
          return existing(folder.resolve(file.path("source").path("path").asText()), where);
        }
      }
    }
    throw new TemplateException(where, "the assets manifest has no file for " + objectKey);
  }

  private static Path existing(Path file, Location where) {
    if (!Files.exists(file)) {
      throw new TemplateException(where, "the asset is missing: " + file + ". Synthesize again.");
    }
    return file;
  }
}
