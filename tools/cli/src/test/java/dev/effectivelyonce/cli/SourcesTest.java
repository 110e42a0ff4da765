package dev.effectivelyonce.cli;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the doctor and the status say of a consumer of each source, as its construct makes it. */
class SourcesTest extends CommandTest {
  @ParameterizedTest
  @ValueSource(strings = {"orders", "turnover", "shipments", "invoices", "closing", "api"})
  void theDoctorFindsNoErrorAtAConsumerAsItsConstructMakesIt(String name) {
    play("deployed " + name, "$ doctor", "out~ ^" + name + "\\n", "out 0 errors, 0 warnings");
  }

  @ParameterizedTest
  @CsvSource({
    "orders, .*0 +0 +0 .* ENFORCE +Enabled",
    "turnover, .* 3 +ENFORCE +Enabled",
    "shipments, .* 0 +ENFORCE +Enabled",
    "invoices, .* 3 +ENFORCE +Enabled",
    "closing, .* 1 +ENFORCE +-"
  })
  void theStatusShowsWhatWaitsAndWhatReadsIt(String name, String row) {
    play("deployed " + name, "$ status", "out~ (?m)^" + name + row + "$");
  }

  private void play(String... steps) {
    try (Script script = new Script(bench)) {
      script.run(List.of(steps));
    }
  }
}
