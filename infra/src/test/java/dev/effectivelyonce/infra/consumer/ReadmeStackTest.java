package dev.effectivelyonce.infra.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.infra.TestApps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.dynamodb.Table;

class ReadmeStackTest {
  private static final Pattern BLOCK =
      Pattern.compile("```java\n(IdempotencyTable .*?)```", Pattern.DOTALL);

  @Test
  void readmeShowsTheCodeOfThisBuild() throws IOException {
    String source =
        Files.readString(
            Path.of("src/test/java/dev/effectivelyonce/infra/consumer/ReadmeStack.java"));
    String readme = Files.readString(Path.of("..", "README.md"));

    assertThat(BLOCK.matcher(readme).results().map(it -> it.group(1)))
        .singleElement()
        .satisfies(it -> assertThat(source).contains(it.indent(4)));
  }

  @Test
  void itIsAStack(@TempDir Path directory) throws IOException {
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target/functions.zip"), "not a real package");
    App app = TestApps.in(directory);

    Template.fromStack(
            new ReadmeStack(app, Table.fromTableName(new Stack(app, "Own"), "Table", "orders")))
        .resourceCountIs("AWS::CloudWatch::Alarm", ConsumerAlarm.values().length);
  }
}
