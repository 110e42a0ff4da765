package dev.effectivelyonce.operations.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.operations.problem.Kind;
import dev.effectivelyonce.operations.problem.OperationException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A file that the user has to change. */
final class Refusal {
  private Refusal() {}

  /** Returns the remedy. */
  static String of(ThrowingCallable use, String start, String problem) {
    OperationException refused = catchThrowableOfType(OperationException.class, use);

    assertThat(refused).isNotNull();
    assertThat(refused.kind()).isEqualTo(Kind.USAGE);
    assertThat(refused.problem()).startsWith(start).contains(problem);
    assertThat(refused.remedy()).isNotEmpty();
    assertThat(refused.problem() + refused.remedy()).doesNotContain("\n");
    return refused.remedy();
  }
}
