package dev.effectivelyonce.cdk;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks the settings that a builder requires. */
final class MissingSettings {
  private final List<String> missing = new ArrayList<>();

  private MissingSettings() {}

  static MissingSettings none() {
    return new MissingSettings();
  }

  MissingSettings and(String setting, Optional<?> value) {
    if (value.isEmpty()) {
      missing.add(setting + " is missing. Set it before build().");
    }
    return this;
  }

  List<String> missing() {
    return List.copyOf(missing);
  }
}
