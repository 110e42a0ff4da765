package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.operations.bench.StubAws;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A configuration that names outputs of a stack. */
class StackOutputsTest extends CommandTest {
  @BeforeEach
  void prepare() {
    bench.failed("O-1");
    bench.write(
        "effectively-once.json",
        """
        {"consumers":[{"name":"orders","queue":"OrdersQueueUrl","table":"TableName",\
        "key":"/orderId"}]}
        """);
  }

  @Test
  void outputsAreReadFromTheFileOfCdkDeploy() {
    bench.write("outputs.json", "{\"Stack\":{\"TableName\":\"%s\"}}".formatted(bench.table));

    assertFound(inspect("--outputs=outputs.json"));
  }

  @Test
  void aFileOfSeveralStacksNeedsItsName() {
    bench.write(
        "outputs.json",
        "{\"Other\":{\"TableName\":\"t\"},\"Stack\":{\"TableName\":\"%s\"}}"
            .formatted(bench.table));

    assertFound(inspect("--outputs=outputs.json", "--stack=Stack"));
    assertThat(inspect("--outputs=outputs.json").err()).contains("has 2 stacks");
    assertThat(inspect("--outputs=outputs.json", "--stack=No").err())
        .contains("Name one of Other, Stack");
  }

  @Test
  void outputsAreReadFromTheDeployedStack() {
    try (StubAws cloudFormation = new StubAws()) {
      cloudFormation.on("StackName=Stack", 200, described());

      assertFound(
          inspect("--stack=Stack", "--endpoint=cloudformation=" + cloudFormation.endpoint()));
    }
  }

  @Test
  void aStackThatDoesNotExistIsToldAsSuch() {
    try (StubAws cloudFormation = new StubAws()) {
      cloudFormation.on(
          "",
          400,
          "<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with"
              + " id Stack does not exist</Message></Error></ErrorResponse>");

      Run run = inspect("--stack=Stack", "--endpoint=cloudformation=" + cloudFormation.endpoint());

      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err()).contains("The stack \"Stack\" does not exist").hasLineCount(2);
    }
  }

  @Test
  void theStackIsTakenFromTheEnvironmentAndNotRepeatedInAdvice() {
    bench.variable("EFFECTIVELY_ONCE_STACK", "Stack");
    try (StubAws cloudFormation = new StubAws()) {
      cloudFormation.on("StackName=Stack", 200, described());

      Run run = inspect("--endpoint=cloudformation=" + cloudFormation.endpoint());

      assertFound(run);
      assertThat(run.out()).contains("effectively-once replay").doesNotContain("--stack");
    }
  }

  @Test
  void theOutputsFileIsTakenFromTheEnvironmentWithItsStack() {
    bench.write(
        "outputs.json",
        "{\"Other\":{\"TableName\":\"t\"},\"Stack\":{\"TableName\":\"%s\"}}"
            .formatted(bench.table));
    bench.variable("EFFECTIVELY_ONCE_OUTPUTS", "outputs.json");
    bench.variable("EFFECTIVELY_ONCE_STACK", "Stack");

    assertFound(inspect());
  }

  @Test
  void aGivenOptionWinsOverBothVariables() {
    bench.write("outputs.json", "{\"Stack\":{\"TableName\":\"%s\"}}".formatted(bench.table));
    bench.variable("EFFECTIVELY_ONCE_OUTPUTS", "absent.json");
    bench.variable("EFFECTIVELY_ONCE_STACK", "Absent");

    Run run = inspect("--outputs=outputs.json");

    assertFound(run);
    assertThat(run.out()).contains("--outputs=outputs.json");
  }

  private String described() {
    return """
    <DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">\
    <DescribeStacksResult><Stacks><member><StackName>Stack</StackName><Outputs><member>\
    <OutputKey>TableName</OutputKey><OutputValue>%s</OutputValue></member></Outputs></member>\
    </Stacks></DescribeStacksResult></DescribeStacksResponse>
    """
        .formatted(bench.table);
  }

  private Run inspect(String... more) {
    return bench.run(Bench.words("inspect --consumer=orders --key=O-1", more));
  }

  private static void assertFound(Run run) {
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("State         FAILED");
  }
}
