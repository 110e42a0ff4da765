package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.assertions.Template;

/** The doctor looks for the variables that effectively-once.json names. */
class OperatorConfigTest {
  private static final Pattern OWN = Pattern.compile("[{ ]([A-Z]+_(?:TABLE|URL))=");

  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  @ParameterizedTest
  @CsvSource({
    "orders, OrdersFunction",
    "payments, PaymentsFunction",
    "fulfilment, FulfilmentFunction"
  })
  void itNamesTheVariablesThatTheFunctionHasBesideTheLibrarys(String consumer, String function)
      throws IOException {
    Template template = STACKS.of(Map.of("stage", "trial", "gateway", "https://g.example.com"));
    String variables = variables(template, function);

    assertThat(named(consumer))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(all(OWN, variables));
  }

  @ParameterizedTest
  @CsvSource({
    "ledger, ledger, LedgerFunction, P19D, queue, LedgerQueueUrl",
    "standard, turnover, TurnoverFunction, P16D, function, TurnoverFunctionName"
  })
  void oneBesideAFunctionNamesWhatItsFunctionIsTold(
      String folder, String name, String function, String retention, String place, String output)
      throws IOException {
    String config = Files.readString(Path.of("..", "functions", folder, "effectively-once.json"));
    Template trial = STACKS.trial();
    String variables = variables(trial, function);

    assertThat(variables)
        .contains("EFFECTIVELY_ONCE_CONSUMER=" + name, "_RETENTION=" + Duration.parse(retention));
    assertThat(config).contains(field("name", name), field("retention", retention));
    assertThat(trial.findOutputs("*")).containsKey(output);
    assertThat(config).contains(field(place, output));
    assertThat(all(Pattern.compile("\"(EFFECTIVELY_ONCE_\\w+|\\w+_TABLE)\""), config))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(
            all(Pattern.compile("((?:EFFECTIVELY_ONCE_DATABASE|TURNOVER)_\\w+)="), variables));
  }

  private static String field(String name, String value) {
    return "\"%s\": \"%s\"".formatted(name, value);
  }

  /** Returns the variables of a function. */
  private static String variables(Template template, String function) {
    return String.valueOf(TemplateReader.property(template, function, "Environment"));
  }

  private static List<String> named(String consumer) throws IOException {
    String config = Files.readString(Path.of("..", "effectively-once.json"));
    String entry = config.substring(config.indexOf("\"name\": \"" + consumer + "\""));
    Matcher list = Pattern.compile("\"variables\": \\[([^]]*)]").matcher(entry);
    return list.find() ? all(Pattern.compile("\"([^\"]+)\""), list.group(1)) : List.of();
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(it -> it.group(1)).toList();
  }
}
