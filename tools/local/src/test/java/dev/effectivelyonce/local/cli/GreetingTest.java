package dev.effectivelyonce.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
  void aStackOfAnotherKindIsGreetedWithItsOutputsInAFileAndWithoutTheSamplesExamples(
      @TempDir Path folder) throws IOException {
    try (LocalSystem system = TestStack.in(folder).start()) {
      Path file = OutputsFile.write(system);

      assertThat(new ObjectMapper().readTree(file.toFile()).path("Test"))
          .isEqualTo(new ObjectMapper().valueToTree(system.template().outputs()));
      assertThat(new Greeting(system, URI.create("http://127.0.0.1:1"), file).text())
          .contains(
              "The stack Test is running.",
              "  SQS=%s DYNAMODB=%s SNS=%s%n"
                  .formatted(system.sqsEndpoint(), system.dynamoDbEndpoint(), system.snsEndpoint()),
              "QueueUrl                    " + system.output("QueueUrl"),
              "Queues, topics and function URLs\n  " + system.template().queues().getFirst().url(),
              "--outputs " + file + " --endpoint sqs=" + system.sqsEndpoint(),
              "--endpoint dynamodb=" + system.dynamoDbEndpoint())
          .doesNotContainIgnoringCase("gateway")
          .doesNotContain("{{", "order", "Not run here", "arn:aws:sns");
    }
  }

  @Test
  void aTopicIsToldWithItsArnAndWhereItAnswers(@TempDir Path folder) {
    String topic = "\"News\": {\"Type\": \"AWS::SNS::Topic\"},";
    try (LocalSystem system = TestStack.in(folder).with(topic).start()) {
      assertThat(new Greeting(system, URI.create("http://127.0.0.1:1"), folder).text())
          .contains(
              "  SNS                         %s%n".formatted(system.snsEndpoint()),
              "%n  arn:aws:sns:us-east-1:000000000000:Test-News%n".formatted());
    }
  }
}
