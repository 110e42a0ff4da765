package dev.effectivelyonce.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.function.UnwillingHandler;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedStartTest {
  private static final String FUNCTION = "Test-Function";

  @TempDir private Path folder = Path.of("");

  @Test
  void aHandlerWhoseConstructorThrowsIsReportedWithItsStatusAndItsLog() {
    try (LocalSystem system =
        TestStack.in(folder).handler(UnwillingHandler.class.getName()).start()) {
      EnvironmentPool pool = system.function(FUNCTION);

      assertThatThrownBy(system::warmUp)
          .isInstanceOf(LocalRunnerException.class)
          .hasMessageContainingAll(
              "The function " + FUNCTION + " does not start",
              "its process ended with exit status 1",
              "The end of its log " + pool.log(),
              "FLIGHTS_TABLE is not set");
      assertThat(pool.started()).isEqualTo(2);
    }
  }

  @Test
  void aHandlerClassThatThePackageLacksIsNamed() {
    try (LocalSystem system = TestStack.in(folder).handler("com.example.Missing").start()) {
      assertThatThrownBy(system::warmUp)
          .isInstanceOf(LocalRunnerException.class)
          .hasMessageContainingAll(
              "The function " + FUNCTION + " does not start",
              "its handler class com.example.Missing is not in its package",
              "asset.f00d.zip");
      assertThat(system.function(FUNCTION).started()).isZero();
    }
  }

  @Test
  void aFunctionThatTakesTooLongToInitializeIsReportedAndEnded() {
    try (LocalSystem system = TestStack.in(folder).processes(1).start()) {
      EnvironmentPool pool = system.function(FUNCTION);

      assertThatThrownBy(() -> pool.warmUp(Duration.ofMillis(1)))
          .isInstanceOf(LocalRunnerException.class)
          .hasMessageContaining("it has not initialized within 1 ms");

      assertThat(system.invoke(FUNCTION, "{}")).isInstanceOf(InvocationResult.Succeeded.class);
      assertThat(pool.started()).isEqualTo(2);
    }
  }
}
