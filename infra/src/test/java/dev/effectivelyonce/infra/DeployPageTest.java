package dev.effectivelyonce.infra;

import static java.util.Map.entry;
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
  private static final Map<String, String> FUNCTIONS =
      Map.ofEntries(
          entry("orders", "Orders"),
          entry("payments", "Payments"),
          entry("payments API", "PaymentsApi"),
          entry("fulfilment", "Fulfilment"),
          entry("receipts", "Receipts"),
          entry("ledger", "Ledger"),
          entry("ledger's sweeper", "LedgerSweeper"),
          entry("turnover", "Turnover"),
          entry("clicks", "Clicks"),
          entry("closing", "Closing"),
          entry("publisher", "OutboxPublisher"),
          entry("sweeper", "OutboxSweeper"),
          entry("replay", "Replay"),
          entry("watch", "Unsettled"));
  private static final Map<String, String> PROD_WITH_GATEWAY =
      Map.of("stage", "prod", "gateway", "https://gateway.example.com");
  private static final Pattern CODE = Pattern.compile("`([A-Za-z:-]+)`");

  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final String page = docs("deploy.md") + docs("sample-stack.md");
  private final String costs = docs("costs.md");
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
  void itCountsTheAlarms() {
    without.resourceCountIs("AWS::CloudWatch::Alarm", number("Together (\\d+) alarms", page));
    without.resourceCountIs("AWS::CloudWatch::Alarm", number("= (\\d+), x 0.10", costs));
    withGateway.resourceCountIs("AWS::CloudWatch::Alarm", number("and (\\d+) with a", page));
    trial.resourceCountIs("AWS::CloudWatch::Alarm", number("(\\d+) in `trial`", page));
    without.resourceCountIs("AWS::CloudWatch::CompositeAlarm", number("= (\\d+), x 0.50", costs));
  }

  @Test
  void thePageOfQuotasCountsResourcesAndAlarmsOfADeployment() {
    String quotas = docs("quotas.md");

    assertThat(TemplateReader.types(without))
        .hasSize(number("`prod` has (\\d+) resources", quotas));
    assertThat(TemplateReader.types(withGateway))
        .hasSize(number("with a `gateway` (\\d+)", quotas));
    assertThat(TemplateReader.types(trial)).hasSize(number("`trial` has (\\d+)", quotas));
    assertThat(
            withGateway.findResources("AWS::CodeDeploy::DeploymentGroup").values().stream()
                .mapToInt(it -> occurrences("Ref=[A-Za-z]+Alarm", it.toString()))
                .max())
        .hasValue(number("the constructs use up to (\\d+)", quotas));
  }

  private static int occurrences(String pattern, String text) {
    return (int) Pattern.compile(pattern).matcher(text).results().count();
  }

  @Test
  void itListsTheRightsOfEachFunction() {
    List<String> granted =
        FUNCTIONS.values().stream()
            .flatMap(
                id ->
                    TemplateReader.rights(trial, id + "Role").stream()
                        .map(right -> id + ": " + right))
            .toList();

    assertThat(rightsOnThePage()).containsExactlyInAnyOrderElementsOf(granted);
  }

  private List<String> rightsOnThePage() {
    String table = between(page, "| function | on | actions |\n|---|---|---|\n", "\n\n");
    List<String> rights = new ArrayList<>();
    String functions = "";
    for (String row : table.split("\n", -1)) {
      String[] cells = row.split("\\|", -1);
      functions = cells[1].isBlank() ? functions : cells[1].strip();
      for (String id : ids(functions)) {
        resources(id, cells[2].strip())
            .flatMap(resource -> actions(cells[3]).map(it -> id + ": " + resource + " " + it))
            .forEach(rights::add);
      }
    }
    return rights;
  }

  private static List<String> ids(String functions) {
    return functions.equals("each")
        ? List.copyOf(FUNCTIONS.values())
        : Stream.of(functions.split(", ", -1)).map(it -> named(FUNCTIONS, it)).toList();
  }

  private static Stream<String> resources(String function, String on) {
    Stream<String> consumers = Stream.of("Orders", "Payments", "Fulfilment");
    return switch (on) {
      case "records" -> Stream.of("IdempotencyTable");
      case "their index" -> Stream.of("IdempotencyTable/index/listing");
      case "the event sources of outbox, turnover and clicks" ->
          Stream.of("OutboxEventSource", "TurnoverEventSource", "ClicksEventSource");
      case "its queue" -> Stream.of(function + "Queue");
      case "its log group" -> Stream.of(function + "Logs");
      case "the user of its database" ->
          Stream.of(
              "arn:AWS::Partition:rds-db:AWS::Region:AWS::AccountId:dbuser:db-STANDIN/ledger");
      case "the stream of orders" -> Stream.of("OrdersTable");
      case "the stream of clicks" -> Stream.of("ClicksStream");
      case "its dead-letter queue" -> Stream.of(function + "DeadLetterQueue");
      case "its parking queue" -> Stream.of(function + "ParkingQueue");
      case "turnover's parking queue" -> Stream.of("TurnoverParkingQueue");
      case "turnover's alias" -> Stream.of("TurnoverLive");
      case "clicks' parking queue" -> Stream.of("ClicksParkingQueue");
      case "clicks' alias" -> Stream.of("ClicksLive");
      case "its queue of given-up events" -> Stream.of(function + "GivenUpQueue");
      case "its stream", "outbox table" -> Stream.of("OutboxTable");
      case "the outbox's dead-letter queue" -> Stream.of("OutboxDeadLetterQueue");
      case "each destination" -> Stream.of("FulfilmentQueue");
      case "the queues" -> consumers.map(it -> it + "Queue");
      case "the dead-letter queues" -> consumers.map(it -> it + "DeadLetterQueue");
      default -> Stream.of(on.replace(" table", "Table"));
    };
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

  private static int number(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(it -> Integer.parseInt(it.group(1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No " + pattern));
  }

  private static String between(String text, String start, String end) {
    int from = text.indexOf(start);
    assertThat(from).as(start).isNotNegative();
    int begin = from + start.length();
    return text.substring(begin, text.indexOf(end, begin));
  }

  private static String named(Map<String, String> names, String name) {
    assertThat(names).containsKey(name);
    return names.getOrDefault(name, name);
  }
}
