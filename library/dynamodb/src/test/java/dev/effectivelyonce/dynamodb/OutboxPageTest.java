package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/outbox.md shows of a handler is code of this build, which OutboxTest runs. */
class OutboxPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "outbox.md");
  private static final Path SOURCE =
      Path.of("src", "test", "java", "dev", "effectivelyonce", "dynamodb", "Dispatch.java");

  @Test
  void itsHandlerIsThatOfThisBuild() throws IOException {
    List<String> blocks =
        Pattern.compile("```java\n(  HandlerResult .*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE))
            .results()
            .map((MatchResult block) -> block.group(1))
            .toList();

    assertThat(blocks).hasSize(1);
    assertThat(Files.readString(SOURCE)).contains(blocks.getFirst());
  }
}
