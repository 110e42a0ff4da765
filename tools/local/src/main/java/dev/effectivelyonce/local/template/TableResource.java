package dev.effectivelyonce.local.template;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A table of the template; always on demand locally. */
public record TableResource(
    String logicalId,
    String name,
    List<KeyPart> key,
    List<Index> indexes,
    Optional<String> timeToLiveAttribute,
    Optional<String> streamView) {

  /** Every attribute that is part of a key, each once. */
  public List<KeyPart> keyAttributes() {
    Map<String, KeyPart> byName = new LinkedHashMap<>();
    Stream.concat(key.stream(), indexes.stream().flatMap(index -> index.key().stream()))
        .forEach(part -> byName.putIfAbsent(part.attribute(), part));
    return List.copyOf(byName.values());
  }

  /**
   * A global secondary index.
   *
   * @param projection ALL, KEYS_ONLY or INCLUDE
   * @param included the attributes that INCLUDE adds
   */
  public record Index(String name, List<KeyPart> key, String projection, List<String> included) {}

  /**
   * One attribute of a key.
   *
   * @param role HASH or RANGE
   * @param type S, N or B
   */
  public record KeyPart(String attribute, String role, String type) {}
}
