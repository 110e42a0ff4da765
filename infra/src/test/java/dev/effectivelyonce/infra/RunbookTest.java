package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Template;

/** An alarm at night sends people to the runbook: what it names has to be there. */
class RunbookTest {
  private static final Path RUNBOOK = Path.of("..", "docs", "operations.md");
  private static final Pattern ANCHOR = Pattern.compile("docs/operations\\.md#([a-z-]+)");

  @Test
  void theRunbookHasAPartForEachAlarm(@TempDir Path directory) throws IOException {
    List<String> anchors = anchorsOfAlarms(directory);

    assertThat(anchors).contains("dead-letters", "replay-errors").hasSizeGreaterThan(9);
    assertThat(headings()).containsAll(anchors);
  }

  private static List<String> anchorsOfAlarms(Path directory) {
    Template template =
        TestApps.template(directory, Stage.trial(), TestApps.functionsZip(directory));
    String alarms = template.findResources("AWS::CloudWatch::Alarm").values().toString();
    return ANCHOR.matcher(alarms).results().map(found -> found.group(1)).distinct().toList();
  }

  private static List<String> headings() throws IOException {
    return Pattern.compile("^## (.+)$", Pattern.MULTILINE)
        .matcher(Files.readString(RUNBOOK))
        .results()
        .map(RunbookTest::anchor)
        .toList();
  }

  private static String anchor(MatchResult heading) {
    return heading.group(1).toLowerCase(Locale.ROOT).replace(' ', '-');
  }
}
