package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.problem.Kind;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.problem.Problem;
import org.junit.jupiter.api.Test;

class ProblemTest {
  @Test
  void aProblemHasItsKindWhateverTheExceptionIs() {
    OperationException wrong = OperationException.usage("It is wrong", "Correct it");

    assertThat(Problem.of(wrong)).isEqualTo(new Problem(Kind.USAGE, "It is wrong", "Correct it"));
    assertThat(Problem.of(new IllegalStateException("odd")).kind()).isEqualTo(Kind.DEFECT);
  }
}
