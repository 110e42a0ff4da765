package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.integration.environment.Settings;
import dev.effectivelyonce.integration.environment.Shell;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.Function;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.PageScript;
import dev.effectivelyonce.integration.stack.Scratch;
import dev.effectivelyonce.integration.stack.Tables;
import dev.effectivelyonce.integration.stack.Tables.AccountRow;
import dev.effectivelyonce.integration.stack.Uses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The commands of the pages, taken from them and typed as they stand. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
@ResourceLock(Uses.PAYMENTS)
@ResourceLock(Uses.RECEIPTS)
class PageCommandsIT {
  private static final Settings SETTINGS = Settings.ofThisProcess();
  private static final Path ROOT = SETTINGS.projectRoot();
  private static final List<String> RUN_HERE =
      List.of(
          "docs/deploy.md",
          "docs/migrating-from-powertools.md",
          "docs/operations.md",
          "docs/quotas.md",
          "docs/replay-function.md",
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

  /** Each block of commands is run with letters and records of every kind that it is about. */
  @Test
  void theCommandLinesPagesAreTypedFromTheirBeginningToTheirEnd() {
    Outgoing misshapen = Outgoing.order(stack.newName("misshapen"), -1);
    Outgoing corrected = Outgoing.order(misshapen.key(), 1500);
    String held = stack.newName("held");
    String done = stack.newName("done");
    orders.deadLetters().empty();
    orders.send(misshapen, new Outgoing("", "{", Optional.empty(), Optional.empty()));
    orders.awaitEmptyQueue();
    hold(held, "Timeout");
    hold(done, "Bank");
    String settled = "effectively-once settle completed --consumer orders --key " + done;
    assertThat(shell.run(settled).status()).isZero();
    hold(stack.newName("other"), "Gateway");
    PageScript page = page("docs/operator.md").with("O-6", held).with("O-1", done);

    page.run("effectively-once status");
    page.run("effectively-once status");
    assertThat(page.run("effectively-once doctor")).contains("0 could not be checked");
    typeWhatIsAboutRecords(page);
    page.runBlock("> held.txt");
    assertThat(shell.run("effectively-once inspect --consumer orders --list held").output())
        .startsWith("0 held");
    page.isOver();
    PageScript letters = page("docs/operator-dead-letters.md");
    typeWhatIsAboutLetters(letters, misshapen.key());
    orders.awaitStatus(Status.COMPLETED, corrected.key());
    assertThat(letters.run("effectively-once replay")).contains("would replay");
    assertThat(letters.runBlock("--output json | jq '[.deadLetters[]")).contains("UNREADABLE");
    letters.isOver();
    PageScript function =
        page("docs/replay-function.md").with("NAME", stack.outputs().value("ReplayFunctionName"));
    function.run("aws lambda invoke");
    assertThat(directory.resolve("out.json")).content().contains("\"examined\":");
    function.isOver();
  }

  private void typeWhatIsAboutRecords(PageScript page) {
    assertThat(page.run("effectively-once inspect")).contains("HELD");
    assertThat(page.run("effectively-once inspect")).contains("Timeout", "Gateway");
    assertThat(page.run("effectively-once settle completed")).contains("Nothing was written");
    assertThat(page.run("effectively-once settle retry"))
        .containsPattern("settled as RETRYABLE +1\\b");
    assertThat(page.run("effectively-once inspect")).contains("TICKET-7");
    page.run("effectively-once acknowledge");
    assertThat(page.run("effectively-once erase")).contains("COMPLETED");
    assertThat(page.run("effectively-once forget")).contains("Forgotten");
    assertThat(directory.resolve("record.json")).content().contains("COMPLETED");
  }

  private void typeWhatIsAboutLetters(PageScript page, String misshapen) {
    page.run("effectively-once dead-letters --consumer orders --summary");
    String all = shell.run("effectively-once dead-letters --consumer orders").output();
    assertThat(page.run("effectively-once dead-letters --consumer orders --decision"))
        .contains(idOf(all, "UNREADABLE"))
        .doesNotContain(idOf(all, "SEND"));
    page.with("ID", idOf(all, "SEND"));
    assertThat(page.run("effectively-once dead-letters show")).contains(misshapen);
    assertThat(page.run("effectively-once dead-letters discard")).contains("UNREADABLE");
    page.runBlock("effectively-once dead-letters export");
  }

  private static String idOf(String letters, String decision) {
    return letters
        .lines()
        .filter(line -> line.contains("replay: " + decision))
        .findFirst()
        .map(line -> line.split(" ", 2)[0])
        .orElseThrow(() -> new AssertionError("No " + decision + " in " + letters));
  }

  /** A record of an attempt that died under HOLD. */
  private void hold(String key, String why) {
    IdempotencyStore store =
        new DynamoDbStore(
            stack.clients().dynamoDb(), stack.outputs().value("IdempotencyTableName"));
    WriteTimestamp now = WriteTimestamp.of(Clock.systemUTC().instant(), Duration.ofDays(1));
    Claim claim =
        new Claim(
            RecordId.of(new ConsumerName("orders"), BusinessKey.of(key)),
            new AttemptId(stack.newName("owner")),
            now.at().minusSeconds(1),
            now);
    IdempotencyRecord claimed = ((WriteResult.Written) store.claim(claim)).record();
    assertThat(store.hold(claimed, new ErrorSummary(why), now))
        .isInstanceOf(WriteResult.Written.class);
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
    Eventually.holds(
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

  /** What the runbook has besides its incidents, which the drills stage. */
  @Test
  void theRunbooksOtherCommandsAreTyped() {
    Function function = orders.function();
    String live = function.liveVersion();
    String id = Tables.recordId("orders", stack.newName("order"));
    PageScript page = page("docs/operations.md").with("ID", id).with("HASH", id.split("#", 2)[1]);

    page.run("effectively-once status");
    assertThat(page.run("effectively-once doctor")).contains("0 could not be checked");
    page.run("effectively-once acknowledge");
    page.run("effectively-once status");
    page.run("effectively-once status");
    page.run("effectively-once inspect --consumer payments-api --list halfdone");
    page.run("effectively-once inspect --consumer payments-api --list held");
    assertThat(page.run("effectively-once inspect --record-id")).contains("ABSENT");
    page.run("effectively-once doctor");
    assertThat(page.run("effectively-once inspect --consumer orders --key-hash")).contains(id);
    page.run("effectively-once inspect --consumer orders --list stale");
    page.run("effectively-once doctor");
    page.run("effectively-once status");
    page.run("effectively-once doctor");
    page.run("effectively-once doctor");
    page.run("effectively-once status");
    page.with("MAPPING", function.mapping().uuid());
    assertThat(page.run("aws lambda get-event-source-mapping")).contains("\"Enabled\"");
    page.run("effectively-once status");
    page.refused("aws deploy list-deployments");
    page.refused("aws deploy stop-deployment");
    page.with("EffectivelyOnce-prod", "EffectivelyOnce-trial").with("NAME", function.name());
    assertThat(page.run("aws cloudformation list-stack-resources")).contains(function.name());
    assertThat(page.run("aws lambda get-alias")).isEqualTo('"' + live + '"');
    assertThat(page.run("aws lambda list-versions-by-function").lines())
        .anyMatch(it -> it.startsWith(live + "\t"));
    page.with("41", live);
    assertThat(page.run("aws lambda get-function")).isEqualTo("\"Active\"");
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
    Function function = stack.receipts();
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
    Eventually.holds(
        "the mapping is " + state, () -> assertThat(function.mapping().state()).isEqualTo(state));
  }

  private PageScript page(String name) {
    return PageScript.of(ROOT, name, shell);
  }
}
