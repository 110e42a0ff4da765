package dev.effectivelyonce.local.template;

import java.util.List;
import java.util.Optional;

/** A table of the template; always on demand locally. */
public record TableResource(
    String logicalId, String name, List<KeyPart> key, Optional<String> timeToLiveAttribute) {

  /**
   * One attribute of the primary key.
   *
   * @param role HASH or RANGE
   * @param type S, N or B
   */
  public record KeyPart(String attribute, String role, String type) {}
}
