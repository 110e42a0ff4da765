package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.LocalDynamoDb;
import dev.effectivelyonce.operations.bench.FaultyAws;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.StubAws;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** One test of commands: its steps, as {@code src/test/resources/commands/README.md} has them. */
final class Script implements AutoCloseable {
  /** A word of a command: some of it may be quoted, as in a shell. */
  private static final Pattern WORD =
      Pattern.compile("(?:\\$'(?:[^'\\\\]|\\\\.)*'|'[^']*'|[^\\s'$]|\\$(?!'))+");

  private static final Pattern QUOTED =
      Pattern.compile("\\$'((?:[^'\\\\]|\\\\.)*)'|'([^']*)'", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("\\{(?:(id|hash|x) )?([A-Za-z0-9][^{}\"]*)}");

  private static final StoredResult TOO_LARGE =
      new StoredResult.Omitted(StoredResult.Reason.TOO_LARGE, 20_000);

  private final Bench bench;
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> bodies = new HashMap<>();
  private final Map<String, String> attributes = new HashMap<>();
  private final List<String> meanwhile = new ArrayList<>();
  private final StubAws stub = new StubAws();
  private final List<FaultyAws> faulty = new ArrayList<>();
  private List<String> endpoints;
  private Ansi colours = Ansi.OFF;
  private Optional<ParkedTurnover> turnover = Optional.empty();
  private Set<Map<String, AttributeValue>> before = Set.of();
  private Run run = new Run(0, "", "");

  Script(Bench bench) {
    this.bench = bench;
    stub.before();
    names.putAll(
        Map.of(
            "table", bench.table,
            "queue", bench.queue,
            "folder", bench.directory().toString(),
            "sqs", LocalAws.sqsEndpoint().toString(),
            "dynamodb", LocalAws.dynamoDbEndpoint().toString(),
            "stub", stub.endpoint().toString()));
    endpoints = List.of("sqs=" + LocalAws.sqsEndpoint(), "dynamodb=" + LocalAws.dynamoDbEndpoint());
  }

  @Override
  public void close() {
    stub.close();
    faulty.forEach(FaultyAws::close);
  }

  /** Takes the steps. A command ends with 0 unless a line below it says otherwise. */
  void run(List<String> steps) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).startsWith("$ ")) {
        before = items();
        command(named(steps.get(i).substring(2)));
        String code =
            steps.subList(i + 1, steps.size()).stream()
                .takeWhile(line -> !line.startsWith("$ "))
                .map(line -> line.startsWith("usage ") ? "exit 2" : line)
                .filter(line -> line.startsWith("exit "))
                .findFirst()
                .orElse("exit 0");
        assertThat("exit " + run.exitCode())
            .as("%s\n%s\n%s", steps.get(i), run.out(), run.err())
            .isEqualTo(code);
      } else {
        step(steps.get(i));
      }
    }
  }

  private void command(String line) {
    String[] parts = line.split(" <<< ?", 2);
    String typed = parts.length == 2 ? parts[1].translateEscapes() + "\n" : "";
    Reader answer =
        new FilterReader(new StringReader(typed)) {
          @Override
          public int read(char[] buffer, int offset, int length) throws IOException {
            if (!meanwhile.isEmpty()) {
              meanwhile.forEach(Script.this::step);
              meanwhile.clear();
              before = items();
            }
            return super.read(buffer, offset, length);
          }
        };
    Stream<String> words = WORD.matcher(parts[0]).results().map(word -> unquoted(word.group()));
    run =
        bench.typed(
            answer,
            colours,
            Stream.concat(words, endpoints.stream().map(it -> "--endpoint=" + it))
                .toArray(String[]::new));
  }

  private static String unquoted(String word) {
    return QUOTED
        .matcher(word)
        .replaceAll(
            it ->
                Matcher.quoteReplacement(
                    it.group(1) == null ? it.group(2) : it.group(1).translateEscapes()));
  }

  private void step(String line) {
    String what = first(line);
    String text = named(rest(line));
    String one = first(text);
    String more = rest(text);
    List<String> words = List.of(text.split(" "));
    switch (what) {
      case "record" -> words.stream().skip(1).forEach(key -> record(one, key));
      case "letter" -> words.forEach(key -> send(key, Bench.body(key)));
      case "message" -> send(one, more.translateEscapes());
      case "attribute" -> attributes.put(one, more.translateEscapes());
      case "file" -> bench.write(one, more.translateEscapes());
      case "config" -> bench.write("effectively-once.json", text);
      case "env" -> bench.variable(one, more);
      case "api" -> bench.isApi();
      case "options" -> bench.config(Listing.FAILED_AND_HELD, text);
      case "listing" -> bench.config(Listing.valueOf(text), "");
      case "endpoints" -> endpoints = text.isEmpty() ? List.of() : words;
      case "colours" -> colours = Ansi.ON;
      case "stub" -> stub.on(one, Integer.parseInt(first(more)), rest(more));
      case "faulty" -> faulty(one, Integer.parseInt(more));
      case "deployed" -> deployed(text);
      case "deployed-without" -> {
        deployed("orders");
        Deployed.ordersWithout(stub, text, bench.table);
      }
      case "but" -> {
        stub.asWritten();
        and(text);
      }
      case "and" -> and(text);
      case "metrics" -> stub.on(one, 200, Deployed.metrics(List.of(more.split(" *; *"))));
      case "alarms" -> stub.on("DescribeAlarms", 200, Deployed.ALARMS);
      case "turnover" -> turnover();
      case "parked" -> words.forEach(key -> names.put(key, turnover.orElseThrow().parked(key)));
      case "parked-failed" ->
          words.forEach(key -> names.put(key, turnover.orElseThrow().failed(key)));
      case "meanwhile" -> meanwhile.add(text);
      case "delete" ->
          LocalAws.dynamoDb()
              .deleteItem(
                  it -> it.tableName(bench.table).key(Map.of("id", AttributeValue.fromS(text))));
      case "purge" -> bench.sqs().purgeQueue(it -> it.queueUrl(bench.deadLetters()));
      case "hide" -> hide();
      case "waiting" ->
          bench.sqs().sendMessage(it -> it.queueUrl(bench.url(bench.queue)).messageBody("{}"));
      case "fifo" -> fifo(Integer.parseInt(one), Integer.parseInt(more));
      case "plain-table" -> names.put("plain", LocalDynamoDb.newTable(text));
      case "claimed-by" -> claimedBy(one, more);
      default -> check(what, text);
    }
  }

  private void check(String what, String text) {
    String one = first(text);
    String more = rest(text);
    switch (what) {
      case "exit" -> assertThat(run.exitCode()).isEqualTo(Integer.parseInt(text));
      case "usage" -> {
        assertThat(run.err()).contains(text).hasLineCount(2);
        assertThat(run.out()).isEmpty();
      }
      case "out" -> assertThat(run.out()).contains(text);
      case "out=" -> assertThat(run.out()).isEqualTo(text.translateEscapes());
      case "out~" -> assertThat(run.out()).containsPattern(text);
      case "no-out" -> assertThat(run.out()).doesNotContain(text);
      case "no-out~" -> assertThat(run.out()).doesNotContainPattern(text);
      case "out1" -> assertThat(run.out()).containsOnlyOnce(text);
      case "err" -> assertThat(run.err()).contains(text);
      case "err1" -> assertThat(run.err()).containsOnlyOnce(text);
      case "err=" -> assertThat(run.err()).isEqualToNormalizingNewlines(text.translateEscapes());
      case "err~" -> assertThat(run.err()).containsPattern(text);
      case "no-err" -> assertThat(run.err()).doesNotContain(text);
      case "no-err~" -> assertThat(run.err()).doesNotContainPattern(text);
      case "lines" -> assertThat(run.err()).hasLineCount(Integer.parseInt(text));
      case "golden" -> Golden.check(text, bench.stable(run.out()));
      case "unchanged" -> assertThat(items()).isEqualTo(before);
      case "status" -> assertThat(found(one).status()).isEqualTo(Status.valueOf(more));
      case "step" -> assertThat(step(one, first(more))).isEqualTo(rest(more));
      case "queue" -> assertBodies(bench.url(bench.queue), text);
      case "dead" -> assertBodies(bench.deadLetters(), text);
      case "sent-with" -> assertThat(sentWith()).isEqualTo(Set.of(text.split(" ")));
      case "has" -> assertThat(bench.directory().resolve(one)).content().contains(more);
      case "has-no" -> assertThat(bench.directory().resolve(one)).content().doesNotContain(more);
      case "no-file" -> assertThat(bench.directory().resolve(text)).doesNotExist();
      case "mode" -> assertThat(mode(one)).isEqualTo(more);
      default -> throw new AssertionError("No step begins with " + what);
    }
  }

  private static String first(String text) {
    return text.split(" ", 2)[0];
  }

  private static String rest(String text) {
    return text.contains(" ") ? text.split(" ", 2)[1] : "";
  }

  private void record(String state, String key) {
    switch (state) {
      case "claimed" -> bench.claimed(key);
      case "claimed-later" -> bench.claimed(key, Bench.NOW.plusSeconds(5), Optional.empty());
      case "live" -> bench.claimed(key, Bench.LATER, Optional.empty());
      case "readable" -> bench.claimed(key, Bench.NOW, Optional.of(key));
      case "expired" -> bench.claimed(key, Bench.NOW.minus(Bench.RETENTION), Optional.of(key));
      case "failed" -> bench.failed(key);
      case "held" -> bench.held(key);
      case "held-in-step" -> bench.heldInStep(key);
      case "completed" -> bench.completed(key);
      case "half-done-long-ago" -> bench.halfDone(key, Bench.NOW.minus(Duration.ofHours(2)));
      case "half-done" -> bench.halfDone(key, Bench.NOW);
      case "half-done-failure" -> bench.halfDoneFailure(key);
      case "undone" -> bench.undone(key);
      case "of-later-release" -> bench.ofLaterRelease(key);
      case "open-claimed" -> open().claim(Bench.claim(key, Bench.NOW, Optional.empty()));
      case "open-live" -> open().claim(Bench.claim(key, Bench.LATER, Optional.empty()));
      default -> end(state, key);
    }
  }

  /** What becomes of a record that is there. */
  private void end(String state, String key) {
    IdempotencyRecord seen = found(key);
    WriteTimestamp stamp = seen.stamp();
    switch (state) {
      case "now-held" -> bench.store().hold(seen, Bench.WHY, stamp);
      case "now-released" -> bench.store().release(seen, Bench.WHY, stamp);
      case "now-completed" ->
          bench
              .store()
              .settle(seen, Settlement.COMPLETED, WriteTimestamp.of(Bench.LATER, Bench.RETENTION));
      case "now-with-a-large-step" ->
          bench.store().note(seen, Step.unbegun("charge", 1, 1).done(TOO_LARGE), stamp);
      default -> throw new AssertionError("No record is " + state);
    }
  }

  private DynamoDbStore open() {
    return new DynamoDbStore(LocalAws.dynamoDb(), bench.table, Listing.OPEN);
  }

  private IdempotencyRecord found(String key) {
    return bench.store().find(Bench.id(key)).orElseThrow();
  }

  private String step(String key, String name) {
    Step step = found(key).step(name).orElseThrow();
    return step.state()
        + (step.result() instanceof StoredResult.Text(String json) ? " " + json : "");
  }

  private Set<Map<String, AttributeValue>> items() {
    return Set.copyOf(LocalAws.dynamoDb().scan(it -> it.tableName(bench.table)).items());
  }

  private void send(String name, String body) {
    bodies.put(name, body);
    names.put(name, Bench.send(bench.deadLetters(), body, attributes));
  }

  private void assertBodies(String url, String text) {
    assertThat(bench.bodies(url))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(text.split(" "))
                .filter(name -> !name.isEmpty())
                .map(name -> bodies.getOrDefault(name, Bench.body(name)))
                .toList());
  }

  private Set<String> sentWith() {
    return bench
        .sqs()
        .receiveMessage(it -> it.queueUrl(bench.url(bench.queue)).messageAttributeNames("All"))
        .messages()
        .getFirst()
        .messageAttributes()
        .keySet();
  }

  /** Another reader holds all letters. */
  private void hide() {
    bench
        .sqs()
        .receiveMessage(
            it -> it.queueUrl(bench.deadLetters()).maxNumberOfMessages(10).visibilityTimeout(600));
  }

  /** Credentials that expire at the n-th call. */
  private void faulty(String verb, int call) {
    faulty.add(new FaultyAws(LocalAws.dynamoDbEndpoint(), verb, call, FaultyAws.Last.REFUSED));
    names.put("faulty", faulty.getLast().endpoint().toString());
  }

  private void deployed(String name) {
    if (names.putIfAbsent("deployed", name) == null) {
      bench.keepRules();
    }
    if (name.equals("orders")) {
      bench.config(
          Listing.FAILED_AND_HELD, "\"retention\":\"P19D\",\"variables\":[\"ORDERS_TABLE\"],");
    } else {
      String function = name.equals("api") ? "" : ",\"function\":\"" + name + "\",\"key\":\"/id\"";
      bench.write(
          "effectively-once.json",
          "{\"consumers\":[{\"name\":\"%s\"%s,\"table\":\"%s\",\"fingerprint\":[\"/amount\"]}]}"
              .formatted(name, function, bench.table));
    }
    Deployed.consumer(stub, name, bench.table);
    endpoints =
        Stream.of("lambda", "cloudwatch", "sqs", "dynamodb")
            .map(
                it ->
                    it
                        + "="
                        + (it.equals("dynamodb") ? LocalAws.dynamoDbEndpoint() : stub.endpoint()))
            .toList();
  }

  /** What is deployed is otherwise: what stands before the arrow is what stands behind it. */
  private void and(String change) {
    if (!change.isEmpty()) {
      String[] sides = change.split(" => ?", 2);
      stub.but(sides[0], sides[1]);
    }
  }

  private void claimedBy(String function, String key) {
    Claim claim = Bench.claim(key, Bench.NOW, Optional.empty());
    bench.store().claim(claim.withClaimant(new Claimant(Optional.of(function), Optional.empty())));
  }

  /** The consumer's queue has so many messages of one group, and so many are in flight. */
  private void fifo(int messages, int received) {
    String name = "payments-" + UUID.randomUUID() + ".fifo";
    String url =
        bench
            .sqs()
            .createQueue(
                it -> it.queueName(name).attributes(Map.of(QueueAttributeName.FIFO_QUEUE, "true")))
            .queueUrl();
    for (int i = 0; i < messages; i++) {
      String deduplication = "m-" + i;
      bench
          .sqs()
          .sendMessage(
              it ->
                  it.queueUrl(url)
                      .messageBody("{}")
                      .messageGroupId("A-1")
                      .messageDeduplicationId(deduplication));
    }
    bench.sqs().receiveMessage(it -> it.queueUrl(url).maxNumberOfMessages(received));
    bench.config(url);
  }

  private void turnover() {
    step("config {\"consumers\":[" + ParkedTurnover.entry(bench.table) + "]}");
    turnover = Optional.of(new ParkedTurnover(bench, stub));
    endpoints = List.of(stub.endpoint().toString());
  }

  private String mode(String file) {
    try {
      return PosixFilePermissions.toString(
          Files.getPosixFilePermissions(bench.directory().resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text with what stands for a name in it. */
  private String named(String text) {
    String known = NAME.matcher(text).replaceAll(it -> Matcher.quoteReplacement(meaning(it)));
    return known.equals(text) ? text : named(known);
  }

  private String meaning(MatchResult name) {
    return switch (String.valueOf(name.group(1))) {
      case "id" -> Bench.id(name.group(2)).value();
      case "hash" -> Bench.id(name.group(2)).keyHash();
      case "x" -> "x".repeat(Integer.parseInt(name.group(2)));
      default -> names.getOrDefault(name.group(2), name.group());
    };
  }
}
