package dev.effectivelyonce.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.function.UnwillingHandler;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {
  @TempDir private Path folder = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter errors = new StringWriter();

  @Test
  void anInvocationPrintsTheResponse() throws IOException {
    TestStack.in(folder).write();
    assertThat(invoke("{\"function\": \"function\", \"event\": {\"say\": \"hello\"}}")).isZero();
    assertThat(out.toString()).contains("Succeeded", "\"say\" : \"hello\"");
  }

  @Test
  void aFunctionErrorIsPrintedAndIsTheExitStatus() throws IOException {
    TestStack.in(folder).write();
    assertThat(invoke("{\"function\": \"function\", \"event\": {\"say\": \"throw\"}}"))
        .isEqualTo(1);
    assertThat(out.toString()).contains("Function error", "told to throw");
  }

  @Test
  void anUnknownFunctionIsNamedWithThoseThereAre() throws IOException {
    TestStack.in(folder).write();
    assertThat(invoke("{\"function\": \"nobody\", \"event\": {}}")).isNotZero();
    assertThat(errors.toString())
        .contains("No function \"nobody\"; the stack has [function, function]");
  }

  @Test
  void aStackWhoseFunctionDoesNotStartIsNotServed() {
    TestStack.in(folder).handler(UnwillingHandler.class.getName()).write();

    assertThat(run("--template=.", "--stack=Test")).isNotZero();

    assertThat(errors.toString())
        .contains("The function Test-Function does not start", "FLIGHTS_TABLE is not set");
    assertThat(out.toString()).doesNotContain("is running");
  }

  @Test
  void emptyOptionsOfTheBuildKeepTheSampleStack() {
    assertThat(run("--template=", "--stack=")).isNotZero();
    assertThat(errors.toString())
        .contains(
            "No template at "
                + folder.resolve("infra/target/cdk.out/EffectivelyOnce-trial.template.json"),
            "-Dtemplate and -Dstack");
  }

  @Test
  void anEventFileThatIsMissingOrNotAnEventIsTold() throws IOException {
    assertThat(run("invoke", "--event=nowhere.json")).isNotZero();
    assertThat(errors.toString())
        .contains("No event file at " + folder.resolve("nowhere.json"), "events/");

    assertThat(invoke("{\"function\": \"orders\"}")).isNotZero();
    assertThat(errors.toString())
        .contains("must be an object with a text \"function\" and an object \"event\"");

    assertThat(invoke("not json")).isNotZero();
    assertThat(errors.toString()).contains("is not JSON");
  }

  private int invoke(String event) throws IOException {
    Files.writeString(folder.resolve("event.json"), event);
    return run("invoke", "--event=event.json", "--template=.", "--stack=Test");
  }

  @Test
  void filesOfAStackOfYourOwnAreInItsFolder() {
    TestStack.in(folder).handler(UnwillingHandler.class.getName()).write();

    assertThat(run("--template=.", "--stack=Test")).isNotZero();

    assertThat(folder.resolve("effectively-once-local/Test/logs/Test-Function.log")).exists();
    assertThat(folder.resolve("tools")).doesNotExist();
  }

  private int run(String... arguments) {
    CommandLine commandLine =
        Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(errors, true));
    return commandLine.execute(
        Stream.concat(Stream.of(arguments), Stream.of("--root=" + folder)).toArray(String[]::new));
  }
}
