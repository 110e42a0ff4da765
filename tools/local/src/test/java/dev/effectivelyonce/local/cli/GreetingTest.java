package dev.effectivelyonce.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.system.LocalSystem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GreetingTest {
  @Test
  void aStackOfAnotherKindIsGreetedWithoutTheSamplesGatewayAndExamples(@TempDir Path folder) {
    try (LocalSystem system = TestStack.in(folder).start()) {
      String text =
          new Greeting(system, URI.create("http://127.0.0.1:1"), folder.resolve("outputs.json"))
              .text();

      assertThat(text)
          .contains(
              "The stack Test is running.",
              "  SQS=%s DYNAMODB=%s%n".formatted(system.sqsEndpoint(), system.dynamoDbEndpoint()),
              "QueueUrl                    " + system.output("QueueUrl"))
          .doesNotContainIgnoringCase("gateway")
          .doesNotContain("{{", "order");
    }
  }

  @Test
  void theOutputsAreInAFileThatTheCommandLineTakes(@TempDir Path folder) throws IOException {
    try (LocalSystem system = TestStack.in(folder).start()) {
      Path file = OutputsFile.write(system);

      JsonNode written = new ObjectMapper().readTree(file.toFile());
      assertThat(written.path(system.template().stackName()))
          .isEqualTo(new ObjectMapper().valueToTree(system.template().outputs()));
      assertThat(new Greeting(system, URI.create("http://127.0.0.1:1"), file).text())
          .contains(
              "--outputs " + file + " --endpoint sqs=" + system.sqsEndpoint(),
              "--endpoint dynamodb=" + system.dynamoDbEndpoint());
    }
  }
}
