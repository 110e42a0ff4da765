package dev.effectivelyonce.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.FunctionZip;
import dev.effectivelyonce.local.function.ObedientHandler;
import dev.effectivelyonce.local.function.UnwillingHandler;
import dev.effectivelyonce.local.template.FunctionResource;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions that do not start. */
class EnvironmentPoolTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void aHandlerWhoseConstructorThrowsIsReportedWithItsStatusAndItsLog() {
    try (EnvironmentPool pool = pool(UnwillingHandler.class.getName())) {
      assertThatThrownBy(pool::warmUp)
          .isInstanceOf(LocalRunnerException.class)
          .hasMessageContainingAll(
              "The function shop does not start",
              "its process ended with exit status 1",
              "The end of its log " + pool.log(),
              "FLIGHTS_TABLE is not set");
      assertThat(pool.started()).isOne();
    }
  }

  @Test
  void aHandlerClassThatThePackageLacksIsNamed() {
    try (EnvironmentPool pool = pool("com.example.Missing")) {
      assertThatThrownBy(pool::warmUp)
          .isInstanceOf(LocalRunnerException.class)
          .hasMessageContainingAll(
              "The function shop does not start",
              "its handler class com.example.Missing is not in its package",
              "function.zip");
      assertThat(pool.started()).isZero();
    }
  }

  @Test
  void aFunctionThatTakesTooLongToInitializeIsReportedAndEnded() {
    try (EnvironmentPool pool = pool(ObedientHandler.class.getName())) {
      assertThatThrownBy(() -> pool.warmUp(Duration.ofMillis(1)))
          .isInstanceOf(LocalRunnerException.class)
          .hasMessageContaining("it has not initialized within 1 ms");

      assertThat(pool.invoke("{}")).isInstanceOf(InvocationResult.Succeeded.class);
      assertThat(pool.started()).isEqualTo(2);
    }
  }

  @Test
  void aColdStartWaitsForItsTurnAndAWarmProcessDoesNot() throws Exception {
    Semaphore coldStarts = new Semaphore(0);
    try (EnvironmentPool pool = pool(ObedientHandler.class.getName(), coldStarts);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<InvocationResult> first = threads.submit(() -> pool.invoke("{}"));
      Await.until("the first invocation waits", coldStarts::hasQueuedThreads);
      assertThat(pool.started()).isZero();

      coldStarts.release();
      assertThat(first.get()).isInstanceOf(InvocationResult.Succeeded.class);
      coldStarts.acquire();
      assertThat(pool.invoke("{}")).isInstanceOf(InvocationResult.Succeeded.class);
      assertThat(pool.started()).isOne();
    }
  }

  private EnvironmentPool pool(String handler) {
    return pool(handler, new Semaphore(1));
  }

  private EnvironmentPool pool(String handler, Semaphore coldStarts) {
    Path zip = folder.resolve("function.zip");
    FunctionZip.write(zip);
    URI nowhere = URI.create("http://127.0.0.1:9");
    return new EnvironmentPool(
        new Platform(
            Clock.systemUTC(),
            UUID::randomUUID,
            "us-east-1",
            nowhere,
            nowhere,
            folder,
            coldStarts,
            List.of()),
        new FunctionResource(
            "Shop",
            "shop",
            "arn:shop",
            handler + "::handleRequest",
            Map.of(),
            Duration.ofSeconds(5),
            256,
            zip),
        "arn:shop:live",
        1,
        event -> TimeoutPolicy.KILL);
  }
}
