package dev.effectivelyonce.benchmarks.coldstart;

/** How a process comes to its first event. */
enum Initialization {
  /**
   * It starts when the event is there. Lambda gives a Java function the first JIT compiler alone,
   * and two processors whatever its share of them.
   */
  ON_DEMAND("on-demand", "-XX:+TieredCompilation -XX:TieredStopAtLevel=1"),

  /**
   * A snapshot of it is taken once it has started, and restored when the event is there. Here it
   * just goes on. Lambda leaves the compilers as they are. It names its own hooks to the library
   * {@code org.crac}, which else calls none.
   */
  SNAP_START(
      "snap-start",
      "-XX:+TieredCompilation -Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac");

  /** The variable by which Lambda tells a process. */
  static final String VARIABLE = "AWS_LAMBDA_INITIALIZATION_TYPE";

  private final String value;
  private final String options;

  Initialization(String value, String options) {
    this.value = value;
    this.options = options;
  }

  String value() {
    return value;
  }

  String jvmOptions() {
    return options + " -XX:ActiveProcessorCount=2";
  }
}
