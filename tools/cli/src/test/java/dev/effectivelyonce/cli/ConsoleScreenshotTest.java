package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.operations.bench.StubAws;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What the picture of {@code docs/console.md} shows. With {@code -Dscreenshots=true}, and Chromium
 * on the path, it is drawn again.
 */
class ConsoleScreenshotTest extends LiveCommandTest {
  private static final Path PICTURE = Path.of("../../docs/images/console-overview.png");

  @Test
  void theOverviewOfAConsumerWithTrouble() throws Exception {
    bench.config(Listing.FAILED_AND_HELD, "\"retention\":\"P19D\",");
    bench.failed("O-1");
    bench.failed("O-2");
    bench.heldInStep("O-3");
    bench.halfDone("O-4", Clock.systemUTC().instant());
    bench.sendDead(Bench.body("O-1"));
    bench.sendDead(Bench.body("O-2"));
    bench.write("outputs.json", "{\"EffectivelyOnce-prod\":{}}");
    try (StubAws stub = new StubAws()) {
      Deployed.consumer(stub, "orders", bench.table);
      stub.on("DescribeAlarms", 200, Deployed.ALARMS.replace("Shop", "EffectivelyOnce-prod"))
          .on(
              "GetMetricData",
              200,
              Deployed.metrics(List.of("errors 4", "executed 42", "oldest_seconds 250")))
          .before();
      try (OpenConsole console =
          OpenConsole.started(
              bench,
              "--stack=EffectivelyOnce-prod",
              "--outputs=outputs.json",
              "--endpoint=" + stub.endpoint())) {
        if (Boolean.getBoolean("screenshots")) {
          draw(console);
        } else {
          console.open();
          assertThat(console.page("overview").body())
              .contains("OrdersErrorsAlarm", ">2 dead letters<", ">1 held record<")
              .contains(">2 failed records<", ">2 half-done records<", "4 invocations failed");
        }
      }
    }
    assertThat(PICTURE).exists();
  }

  private void draw(OpenConsole console) throws Exception {
    Process chromium =
        new ProcessBuilder(
                "chromium",
                "--headless",
                "--no-sandbox",
                "--hide-scrollbars",
                "--window-size=1280,900",
                "--screenshot=" + PICTURE.toAbsolutePath().normalize(),
                console.address().toString())
            .redirectErrorStream(true)
            .redirectOutput(bench.directory().resolve("chromium").toFile())
            .start();

    assertThat(chromium.waitFor()).isZero();
  }
}
