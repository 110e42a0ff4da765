package dev.effectivelyonce.operations.deployed;

import java.util.List;

/**
 * A function as a mapping invokes it.
 *
 * @param arn what is invoked
 * @param versions what runs then: one, or two while an alias moves from one to the other
 */
public record LiveFunction(FunctionArn arn, List<FunctionFacts> versions) {
  /** Copies the versions. */
  public LiveFunction {
    versions = List.copyOf(versions);
  }

  /** Returns the version that runs, or that is to be replaced. */
  public FunctionFacts main() {
    return versions.getFirst();
  }
}
