package dev.effectivelyonce.operations.record;

/** Learns how far a run over many records has come. */
@FunctionalInterface
public interface BulkListener {
  /**
   * One record more was looked at.
   *
   * @param done to how many it was done, or how many were found by a preview
   * @param left how many were left as they are
   */
  void looked(int done, int left);
}
