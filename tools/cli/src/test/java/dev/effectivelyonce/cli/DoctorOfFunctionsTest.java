package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.operations.bench.StubAws;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the doctor says of the versions that an alias has. */
class DoctorOfFunctionsTest extends CommandTest {
  private static final String TWO_VERSIONS =
      """
      {"Name":"live","FunctionVersion":"6","RoutingConfig":{"AdditionalVersionWeights":{"7":0.1}}}
      """;

  private final StubAws lambda = new StubAws();

  @BeforeEach
  void prepare() {
    bench.keepRules();
    bench.write(
        "effectively-once.json",
        """
        {"consumers":[{"name":"orders","queue":"%s","table":"%s","key":"/orderId",
        "fingerprint":["/customerId"],"variables":["ORDERS_TABLE"]}]}
        """
            .formatted(bench.queue, bench.table));
  }

  @AfterEach
  void close() {
    lambda.close();
  }

  @Test
  void aFunctionWithItsVariablesHasNoError() {
    StubbedStack.lambda(lambda, bench.table);

    assertThat(doctor().exitCode()).isZero();
  }

  @Test
  void aMissingVariableIsAnErrorWithTheCommandThatRollsBack() {
    StubbedStack.lambda(lambda, bench.table)
        .on("/configuration", 200, without("ORDERS_TABLE", "7"))
        .on("/versions", 200, versions());

    Run run = doctor();

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("ERROR     orders: version 7 has no ORDERS_TABLE: every invocation fails")
        .contains(
            "aws lambda update-alias --function-name orders --name live --function-version 6"
                + " --routing-config AdditionalVersionWeights={}");
  }

  @Test
  void aMissingVariableOfTheLibraryIsOneFinding() {
    StubbedStack.lambda(lambda, bench.table)
        .on("/configuration", 200, without("EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "7"));

    assertThat(doctor().out())
        .contains("version 7 has no EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT: every invocation fails")
        .contains("or deploy again what was deployed before")
        .contains("1 errors");
  }

  @Test
  void theNewVersionOfAGradualDeploymentIsLookedAtToo() {
    lambda.on("Qualifier=6", 200, StubbedStack.function("6", bench.table));
    StubbedStack.lambda(lambda, bench.table)
        .on("/aliases/live", 200, TWO_VERSIONS)
        .on("/configuration", 200, without("ORDERS_TABLE", "7"))
        .on("/versions", 200, versions());

    assertThat(doctor().out())
        .contains("version 7 has no ORDERS_TABLE")
        .contains("--function-version 6 ");
  }

  @Test
  void aFunctionThatIsGoneIsAnErrorRatherThanAMissingRight() {
    lambda.on("event-source-mappings", 200, StubbedStack.mapping());

    Run run = doctor();

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("ERROR     orders: the function or its alias does not exist")
        .doesNotContain("Grant the right");
  }

  private String without(String variable, String version) {
    return StubbedStack.function(version, bench.table)
        .replace("\"" + variable, "\"NOT_" + variable);
  }

  /** Version 4 has all variables, as 6 has; 5 and the later 8 do not count. */
  private String versions() {
    return "{\"Versions\":[%s,%s,%s,%s,%s]}"
        .formatted(
            StubbedStack.function("$LATEST", bench.table),
            StubbedStack.function("4", bench.table),
            without("ORDERS_TABLE", "5"),
            StubbedStack.function("6", bench.table),
            StubbedStack.function("8", bench.table));
  }

  private Run doctor() {
    return bench.run("doctor", "--endpoint=lambda=" + lambda.endpoint());
  }
}
