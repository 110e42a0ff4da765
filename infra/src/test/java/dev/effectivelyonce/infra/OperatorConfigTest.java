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
import org.junit.jupiter.api.Test;
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

  @Test
  void theLedgersNamesWhatItsFunctionIsToldOfItsDatabase() throws IOException {
    String config = Files.readString(Path.of("..", "functions", "ledger", "effectively-once.json"));
    Template trial = STACKS.trial();
    String variables = variables(trial, "LedgerFunction");

    assertThat(variables)
        .contains("EFFECTIVELY_ONCE_CONSUMER=ledger", "_RETENTION=" + Duration.ofDays(19));
    assertThat(config).contains("\"name\": \"ledger\"", "\"retention\": \"P19D\"");
    assertThat(trial.findOutputs("*")).containsKey("LedgerQueueUrl");
    assertThat(config).contains("\"queue\": \"LedgerQueueUrl\"");
    assertThat(all(Pattern.compile("\"(EFFECTIVELY_ONCE_\\w+)\""), config))
        .containsExactlyInAnyOrderElementsOf(
            all(Pattern.compile("(EFFECTIVELY_ONCE_DATABASE_\\w+)="), variables));
  }

  @Test
  void theTurnoversNamesItsFunctionAndTheLifeOfItsRecords() throws IOException {
    String config =
        Files.readString(Path.of("..", "functions", "standard", "effectively-once.json"));
    Template trial = STACKS.trial();
    String variables = variables(trial, "TurnoverFunction");

    assertThat(variables)
        .contains("EFFECTIVELY_ONCE_CONSUMER=turnover", "_RETENTION=" + Duration.ofDays(16));
    assertThat(config).contains("\"name\": \"turnover\"", "\"retention\": \"P16D\"");
    assertThat(trial.findOutputs("*")).containsKey("TurnoverFunctionName");
    assertThat(config)
        .contains("\"function\": \"TurnoverFunctionName\"", "\"variables\": [\"TURNOVER_TABLE\"]");
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
