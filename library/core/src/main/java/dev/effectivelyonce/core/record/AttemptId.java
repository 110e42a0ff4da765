package dev.effectivelyonce.core.record;

/**
 * The unique id of one attempt. It is created when the attempt begins and never before, because an
 * id from static initialization would be restored into every environment of a SnapStart function.
 *
 * @param value the id; not blank
 */
public record AttemptId(String value) {
  /**
   * @throws IllegalArgumentException if the value is blank
   */
  public AttemptId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("An owner id is never blank");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
