package dev.effectivelyonce.operations.deployed;

import java.util.Optional;

/**
 * What a mapping invokes.
 *
 * @param function the function's ARN, without alias or version
 * @param qualifier the alias or version
 */
public record FunctionArn(String function, Optional<String> qualifier) {
  private static final int PARTS = 7;

  /** The alias of every construct. */
  private static final String ALIAS = "live";

  /** Takes an ARN apart. */
  static FunctionArn of(String arn) {
    String[] parts = arn.split(":", -1);
    return parts.length == PARTS + 1
        ? new FunctionArn(arn.substring(0, arn.lastIndexOf(':')), Optional.of(parts[PARTS]))
        : new FunctionArn(arn, Optional.empty());
  }

  /**
   * Returns what a configuration names: a function's name or ARN, with {@code :alias} after it, or
   * else the alias that the constructs make.
   */
  public static FunctionArn named(String name) {
    if (name.startsWith("arn:")) {
      FunctionArn arn = of(name);
      return new FunctionArn(arn.function(), arn.qualifier().or(() -> Optional.of(ALIAS)));
    }
    String[] parts = name.split(":", 2);
    return new FunctionArn(parts[0], Optional.of(parts.length == 2 ? parts[1] : ALIAS));
  }

  /** Returns its name with what is invoked of it. */
  public String invoked() {
    return function + qualifier.map(it -> ":" + it).orElse("");
  }

  /** Returns whether it is a version or an alias, rather than $LATEST. */
  boolean isQualified() {
    return qualifier.filter(it -> !it.equals("$LATEST")).isPresent();
  }

  /** Returns the alias; empty if it is a version. */
  public Optional<String> alias() {
    return qualifier.filter(it -> isQualified() && !it.chars().allMatch(Character::isDigit));
  }

  /** Returns the function's name. */
  public String name() {
    return function.substring(function.lastIndexOf(':') + 1);
  }
}
