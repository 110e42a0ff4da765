package dev.effectivelyonce.core.key;

/**
 * One life of a record. It begins when the record is claimed as attempt 1, and ends when the record
 * is forgotten or expires. Every attempt and every operator's decision in between keeps the
 * generation.
 *
 * @param value the id of the attempt that created the record; not blank
 */
public record Generation(String value) {
  /**
   * @throws IllegalArgumentException if the value is blank
   */
  public Generation {
    if (value.isBlank()) {
      throw new IllegalArgumentException("A generation is never blank");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
