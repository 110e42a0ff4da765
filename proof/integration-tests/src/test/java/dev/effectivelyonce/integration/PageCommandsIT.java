package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.environment.Settings;
import dev.effectivelyonce.integration.environment.Shell;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.Function;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.PageScript;
import dev.effectivelyonce.integration.stack.Scratch;
import dev.effectivelyonce.integration.stack.Tables.AccountRow;
import dev.effectivelyonce.integration.stack.Uses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The AWS commands of the pages, taken from them and typed as they stand. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
@ResourceLock(Uses.PAYMENTS)
@ResourceLock(Uses.RECEIPTS)
class PageCommandsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Settings SETTINGS = Settings.ofThisProcess();
  private static final Path ROOT = SETTINGS.projectRoot();
  private static final List<String> RUN_HERE =
      List.of(
          "docs/deploy.md",
          "docs/migrating-from-powertools.md",
          "docs/operations.md",
          "docs/operator.md",
          "docs/quotas.md",
          "docs/restore.md");

  /** The script {@code build/first-consumer} runs it, and compares what the page shows. */
  private static final String RUN_BY_ITS_SCRIPT = "docs/first-consumer.md";

  private final DeployedStack stack;
  private final Scratch scratch;
  private final Consumer orders;

  @TempDir private Path directory;
  private Shell shell;

  PageCommandsIT(DeployedStack stack) {
    this.stack = stack;
    this.scratch = new Scratch(stack.clients());
    this.orders = stack.orders();
  }

  @BeforeEach
  void open() {
    shell = new Shell(directory, stack.endpoint(), SETTINGS);
  }

  @AfterEach
  void remove() {
    scratch.close();
  }

  @Test
  void eachPageWithCommandsIsRunHere() throws IOException {
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      assertThat(
              Stream.concat(docs, Stream.of(ROOT.resolve("README.md")))
                  .filter(it -> it.toString().endsWith(".md"))
                  .filter(PageScript::hasCommands)
                  .map(it -> ROOT.relativize(it).toString())
                  .filter(it -> !it.equals(RUN_BY_ITS_SCRIPT)))
          .containsExactlyInAnyOrderElementsOf(RUN_HERE);
    }
  }

  @Test
  void theReplayFunctionIsCalled() throws IOException {
    PageScript page =
        page("docs/operator.md").with("NAME", stack.outputs().value("ReplayFunctionName"));

    page.run("aws lambda invoke");

    assertThat(directory.resolve("out.json")).content().contains("\"examined\":");
    page.isOver();
  }

  @Test
  void whatDeployedStacksAreTriedAndRemovedBy() {
    String account = stack.newName("account");
    String unused = scratch.queue(stack.newName("unused"));
    PageScript page = page("docs/deploy.md").with("A-1", account).with("P-1", stack.newName("pay"));

    page.with("TABLE", stack.outputs().value("AccountsTableName"));
    page.run("aws dynamodb put-item");
    page.with("URL", stack.payments().queue().url());
    page.run("aws sqs send-message");
    Eventually.within(
        PATIENCE,
        "the payment is booked",
        () -> assertThat(stack.tables().account(account)).isEqualTo(new AccountRow(3_800, 1)));

    page.with("URL", unused);
    assertThat(page.run("aws sqs get-queue-attributes"))
        .contains("\"ApproximateNumberOfMessages\": \"0\"");
    page.run("aws sqs delete-queue");

    String table = scratch.table(stack.newName("kept"));
    page.with("TABLE", table).with("URL", scratch.queue(stack.newName("kept")));
    page.run("aws dynamodb update-table");
    page.run("aws dynamodb delete-table");
    page.run("aws sqs delete-queue");
    String group = stack.newName("group");
    assertThat(shell.run("aws logs create-log-group --log-group-name " + group).status()).isZero();
    page.with("GROUP", group).run("aws logs delete-log-group");
    page.isOver();
  }

  @Test
  void recordsThatTheFormerVersionDoesNotKnowAreListed() {
    PageScript page = page("docs/migrating-from-powertools.md");

    page.with("TABLE", stack.outputs().value("IdempotencyTableName")).run("aws dynamodb scan");

    page.isOver();
  }

  /**
   * A receive that gets nothing leaves null in the file, and one that gets others an empty list.
   */
  @Test
  void theRunbookTakesOneMessageFromAQueueOfDeadLetters() throws IOException {
    String queue = scratch.queue(stack.newName("dead"));
    Path file = directory.resolve("dead.json");
    PageScript page = page("docs/operations.md").with("URL", queue).with("ID", "no-such-id");
    String receive = "aws sqs receive-message";

    page.run(receive);
    assertThat(file).content().isEqualToIgnoringNewLines("null");
    assertThat(shell.run("jq -e '.[0].MessageId' dead.json").status()).isNotZero();

    String other = scratch.send(queue, "another");
    page("docs/operations.md").with("URL", queue).with("ID", "no-such-id").run(receive);
    assertThat(file).content().isEqualToIgnoringNewLines("[]");
    assertThat(shell.run("jq -e '.[0].MessageId' dead.json").status()).isNotZero();

    String dead = scratch.send(queue, "to be deleted");
    String printed =
        page("docs/operations.md")
            .with("URL", queue)
            .with("ID", dead)
            .runBlock("echo null > dead.json");

    assertThat(printed).endsWith('"' + dead + '"');
    assertThat(file).content().contains("to be deleted").doesNotContain(other);
    assertThat(scratch.depth(queue)).as("what is left").isOne();
  }

  @Test
  void theRunbookMovesTheAliasBackToTheVersionBefore() {
    Function function = orders.function();
    String before = function.liveVersion();
    String after = function.publishVersion(stack.newName("version"));
    function.pointLiveAt(after);
    PageScript page = page("docs/operations.md").with("URL", "none").with("ID", "none");
    page.skipBlock("echo null > dead.json");

    page.refused("aws deploy list-deployments");
    page.refused("aws deploy stop-deployment");
    page.with("EffectivelyOnce-prod", "EffectivelyOnce-trial").with("NAME", function.name());
    assertThat(page.run("aws cloudformation list-stack-resources")).contains(function.name());
    assertThat(page.run("aws lambda get-alias")).isEqualTo('"' + after + '"');
    assertThat(page.run("aws lambda list-versions-by-function").lines())
        .anyMatch(it -> it.startsWith(before + "\t"));
    page.with("41", before);
    assertThat(page.run("aws lambda get-function")).isEqualTo("\"Active\"");
    page.run("aws lambda update-alias");

    assertThat(function.liveVersion()).isEqualTo(before);
    page.isOver();
  }

  @Test
  void quotasAreAskedForAndOldVersionsDeleted() throws IOException {
    Function function = orders.function();
    String unused = function.publishVersion(stack.newName("version"));
    PageScript page = page("docs/quotas.md").with("NAME", function.name());

    page.refused("aws service-quotas get-service-quota");
    assertThat(page.run("aws lambda get-account-settings")).matches("[0-9]+");
    page.run("aws lambda invoke");
    assertThat(directory.resolve("out.json")).content().contains("\"batchItemFailures\":[]");
    assertThat(page.run("aws lambda list-versions-by-function").lines())
        .anyMatch(it -> it.startsWith(unused + "\t"));
    page.with("7", unused).run("aws lambda delete-function");
    page.isOver();

    assertThat(
            shell
                .run(
                    "aws lambda get-function --function-name %s:%s"
                        .formatted(function.name(), unused))
                .status())
        .isNotZero();
  }

  @Test
  void theDrillOfARestoreRunsButForTheRestoreItself() {
    Function function = stack.receipts().function();
    String table = scratch.table(stack.newName("damaged"));
    String restored = scratch.table(table + "-restored");
    PageScript page = page("docs/restore.md").with("NAME", function.name()).with("TABLE", table);

    String mapping = page.run("aws lambda list-event-source-mappings");
    page.with("3f2a1c5e-6d47-4b8a-9f10-2c7b8e5d4a61", mapping);
    page.run("aws lambda update-event-source-mapping");
    awaitMapping(function, "Disabled");
    page.run("aws lambda put-function-concurrency");
    page.run("aws dynamodb describe-continuous-backups");
    page.refused("aws dynamodb restore-table-to-point-in-time");
    page.run("aws dynamodb wait table-exists");
    page.run("aws dynamodb update-time-to-live");
    page.run("aws dynamodb update-continuous-backups");
    page.run("aws dynamodb update-table");
    assertThat(scratch.isProtected(restored)).isTrue();
    page.run("aws lambda delete-function-concurrency");
    page.run("aws lambda update-event-source-mapping");
    awaitMapping(function, "Enabled");
    page.run("aws dynamodb scan");
    page.isOver();
  }

  private void awaitMapping(Function function, String state) {
    Eventually.within(
        PATIENCE,
        "the mapping is " + state,
        () -> assertThat(function.mapping().state()).isEqualTo(state));
  }

  private PageScript page(String name) {
    return PageScript.of(ROOT, name, shell);
  }
}
