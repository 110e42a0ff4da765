package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Template;

/** docs/deploy.md and docs/sample-stack.md say what the template has: outputs, alarms, rights. */
class DeployPageTest {
  private static final Map<String, String> PROD_WITH_GATEWAY =
      Map.of("stage", "prod", "gateway", "https://gateway.example.com");
  private static final Pattern CODE = Pattern.compile("`([A-Za-z:/-]+)`");

  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final String page = docs("deploy.md") + docs("sample-stack.md");
  private final Template trial = STACKS.trial();
  private final Template without = STACKS.prod();
  private final Template withGateway = STACKS.of(PROD_WITH_GATEWAY);

  private static String docs(String page) {
    try {
      return Files.readString(Path.of("..", "docs", page));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void itNamesTheOutputs() {
    String text = page.replace('\n', ' ');
    String always = between(text, "| each deployment |", "| one with");
    String more = between(text, "(#settings), too |", "| stage `trial`");
    String most = between(text, "| stage `trial`, too |", " |");

    assertThat(words(always)).containsExactlyInAnyOrderElementsOf(outputs(without));
    assertThat(words(always + more)).containsExactlyInAnyOrderElementsOf(outputs(withGateway));
    assertThat(words(always + more + most)).containsExactlyInAnyOrderElementsOf(outputs(trial));
  }

  @Test
  void itListsTheRightsOfEachFunction() {
    List<String> functions =
        trial.findResources("AWS::IAM::Role").keySet().stream()
            .map(id -> id.replaceFirst("Role[0-9A-F]{8}$", ""))
            .toList();
    List<String> granted =
        functions.stream()
            .flatMap(
                id ->
                    TemplateReader.rights(trial, id + "Role").stream()
                        .map(
                            right ->
                                id + ": " + right.replaceFirst("arn:.*:dbuser:[^/]*", "dbuser")))
            .toList();

    assertThat(rightsOnThePage(functions)).containsExactlyInAnyOrderElementsOf(granted);
  }

  private List<String> rightsOnThePage(List<String> functions) {
    String table = between(page, "| function | on | actions |\n|---|---|---|\n", "\n\n");
    List<String> rights = new ArrayList<>();
    List<String> of = List.of();
    for (String row : table.split("\n", -1)) {
      String[] cells = row.split("\\|", -1);
      if (!cells[1].isBlank()) {
        of = cells[1].strip().equals("each") ? functions : words(cells[1]);
      }
      for (String id : of) {
        String its = cells[2].startsWith(" its ") ? id : "";
        words(cells[2]).stream()
            .flatMap(on -> actions(cells[3]).map(it -> id + ": " + its + on + " " + it))
            .forEach(rights::add);
      }
    }
    return rights;
  }

  /** An action without a service is of the one before. */
  private static Stream<String> actions(String cell) {
    List<String> actions = new ArrayList<>();
    for (String word : words(cell)) {
      String service = word.contains(":") ? "" : actions.getLast().replaceFirst(":.*", ":");
      actions.add(service + word);
    }
    return actions.stream();
  }

  private static List<String> words(String text) {
    return CODE.matcher(text).results().map(it -> it.group(1)).toList();
  }

  private static List<String> outputs(Template template) {
    return List.copyOf(template.findOutputs("*").keySet());
  }

  private static String between(String text, String start, String end) {
    int from = text.indexOf(start);
    assertThat(from).as(start).isNotNegative();
    int begin = from + start.length();
    return text.substring(begin, text.indexOf(end, begin));
  }
}
