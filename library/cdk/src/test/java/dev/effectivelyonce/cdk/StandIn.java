package dev.effectivelyonce.cdk;

/** The class file that stands for each class of a package of tests: they have its methods. */
public final class StandIn {
  private StandIn() {}

  /** Has the name that handlers have. */
  public static void handleRequest() {}

  static void hidden() {}
}
