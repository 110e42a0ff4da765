package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.bench.StubAws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What each command calls is what docs/operator-reference.md lists as its rights: no less, and no
 * more.
 */
@Tag("full")
class RightsTest extends LiveCommandTest {
  private static final Path PAGE = Path.of("../../docs/operator-reference.md");
  private static final Path RUNBOOK = Path.of("../../docs/operations.md");
  private static final Pattern RIGHT = Pattern.compile("`([a-z]+:[A-Z][A-Za-z]+)`");
  private static final Pattern POLICY =
      Pattern.compile("(?ms)^```json\n\\{\n  \"Version\": (.*?)^```$");
  private static final Pattern ALLOWED = Pattern.compile("\"([a-z]+:[A-Z][A-Za-z]+)\"");

  /** The rows of who only looks. */
  private static final List<String> LOOKING =
      List.of(
          "`inspect` a record",
          "`inspect --list`",
          "`inspect --list stale\\|waiting`",
          "`dead-letters`, its `show` and `export`",
          "`dead-letters`, its `show` and `export`, of parked records",
          "`settle`, `erase`, `acknowledge`, `forget` with `--dry-run`",
          "`doctor`",
          "`status`",
          "any with `--stack`");

  private final StubAws stub = new StubAws();
  private final Map<String, String> letters = new HashMap<>();

  @BeforeEach
  void prepare() {
    bench.write("outputs.json", "{\"Shop\":{\"Outbox\":\"%s\"}}".formatted(bench.table));
    bench.write(
        "effectively-once.json",
        """
        {"outbox":"Outbox","consumers":[{"name":"orders","queue":"%s","table":"%s","key":"/orderId",
        "fingerprint":["/customerId","/totalCents"],"retention":"P19D","variables":["MISSING"]},
        {"name":"closing","function":"closing","table":"%s","key":"/day"},
        %s]}
        """
            .formatted(bench.queue, bench.table, bench.table, ParkedTurnover.entry(bench.table)));
    ParkedTurnover parked = new ParkedTurnover(bench, stub);
    letters.put("PARKED", parked.failed("PARKED"));
    parked.givenUp();
    Deployed.consumer(stub, "closing", bench.table);
    Deployed.consumer(stub, "orders", bench.table);
    stub.before();
    bench.claimed("STALE");
    bench.halfDone("HALF", Instant.now().minus(Duration.ofHours(2)));
    for (String key : List.of("HELD", "FAILED", "DONE")) {
      letters.put(key, bench.sendDead(Bench.body(key)));
    }
    bench.held("HELD");
    bench.failed("FAILED");
    bench.completed("DONE");
  }

  @AfterEach
  void close() {
    stub.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "`inspect` a record ; inspect --consumer=orders --key=DONE",
        "`inspect --list` ; inspect --consumer=orders --list=all",
        "`inspect --list stale\\|waiting` ; inspect --consumer=orders --list=stale",
        "`dead-letters`, its `show` and `export` ; inspect --consumer=orders --dead-letters",
        "`dead-letters`, its `show` and `export` ; dead-letters --consumer=orders --summary",
        "`dead-letters`, its `show` and `export` ; dead-letters show {FAILED} --consumer=orders",
        "`dead-letters`, its `show` and `export` ; dead-letters export --consumer=orders --to=e",
        "`dead-letters discard` ; dead-letters discard --consumer=orders --id={HELD} --reason=T"
            + " --yes",
        "`dead-letters resend`, `replay` ; dead-letters resend {FAILED} --consumer=orders --yes",
        "`dead-letters resend`, `replay` ; replay --consumer=orders --yes",
        "`settle`, `erase`, `acknowledge` ; settle retry --consumer=orders --key=HELD --yes",
        "`settle`, `erase`, `acknowledge` ; erase --consumer=orders --key=DONE --yes",
        "`settle`, `erase`, `acknowledge` ; acknowledge --consumer=orders --key=FAILED --reason=T"
            + " --yes",
        "`settle`, `acknowledge` with `--list` ; settle retry --consumer=orders --list=held"
            + " --reason=T --yes",
        "`settle`, `acknowledge` with `--list` ; acknowledge --consumer=orders --list=failed"
            + " --reason=T --yes",
        "`settle`, `acknowledge` with `--list stale\\|waiting` ; settle retry --consumer=orders"
            + " --list=stale --reason=T --yes",
        "`forget` ; forget --consumer=orders --key=FAILED --yes",
        "`settle`, `erase`, `acknowledge`, `forget` with `--dry-run` ; settle retry"
            + " --consumer=orders --key=HELD --dry-run",
        "`dead-letters`, its `show` and `export`, of parked records ; dead-letters"
            + " --consumer=turnover",
        "`dead-letters`, its `show` and `export`, of parked records ; dead-letters show {PARKED}"
            + " --consumer=turnover",
        "`dead-letters discard` of parked records ; dead-letters discard --consumer=turnover"
            + " --id={PARKED} --reason=T --yes",
        "`replay` of parked records ; replay --consumer=turnover --yes",
        "`doctor` ; doctor",
        "`status` ; status --stack=Shop --outputs=outputs.json"
      })
  void aCommandNeedsTheRightsOfItsRows(String row, String command) throws IOException {
    Bench.Run run =
        bench.bare(
            Stream.concat(
                    Stream.of(command.split(" ")).map(this::named),
                    Stream.of("--endpoint=" + stub.endpoint()))
                .toArray(String[]::new));

    assertThat(run.exitCode()).as(run.err()).isLessThan(2);
    assertThat(stub.calls())
        .filteredOn(call -> !call.equals("sts:GetCallerIdentity"))
        .containsExactlyInAnyOrderElementsOf(listed(row));
  }

  /** The runbook's policies: one for who looks, and what operators need in addition. */
  @Test
  void thePoliciesOfTheRunbookHaveTheRightsOfTheRows() throws IOException {
    Set<String> looking = new HashSet<>();
    for (String row : LOOKING) {
      looking.addAll(listed(row));
    }
    Set<String> all = new HashSet<>();
    for (String line : Files.readAllLines(PAGE)) {
      all.addAll(line.startsWith("| ") ? found(RIGHT, line) : Set.of());
    }
    List<Set<String>> policies =
        POLICY
            .matcher(Files.readString(RUNBOOK))
            .results()
            .map(it -> found(ALLOWED, it.group()))
            .toList();

    assertThat(policies).hasSize(2);
    assertThat(policies.getFirst()).isEqualTo(looking);
    assertThat(policies.getLast()).doesNotContainAnyElementsOf(looking);
    all.removeAll(looking);
    assertThat(policies.getLast()).isEqualTo(all);
  }

  /** A letter's message id in the place of its key. */
  private String named(String word) {
    String text = word;
    for (Map.Entry<String, String> letter : letters.entrySet()) {
      text = text.replace("{" + letter.getKey() + "}", letter.getValue());
    }
    return text;
  }

  private static Set<String> listed(String row) throws IOException {
    String lines =
        Files.readAllLines(PAGE).stream()
            .filter(it -> it.startsWith("| " + row + " |"))
            .collect(Collectors.joining());
    assertThat(lines).as("rows of " + row).containsPattern(RIGHT);
    return found(RIGHT, lines);
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult it) -> it.group(1))
        .collect(Collectors.toSet());
  }
}
