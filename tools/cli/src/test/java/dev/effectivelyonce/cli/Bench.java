package dev.effectivelyonce.cli;

import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A consumer "orders" with a table and queues of its own, and commands that are run on it. */
final class Bench {
  static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  static final Instant LATER = NOW.plusSeconds(60);
  static final Duration RETENTION = Duration.ofDays(19);
  static final ErrorSummary WHY = new ErrorSummary("com.example.CardDeclined at Pay.run:7");

  /** What a command left behind. */
  record Run(int exitCode, String out, String err) {}

  final LocalAws.Running aws;
  final String table;
  final String queue;
  private final Path directory;
  private final Clock clock;
  private final Map<String, String> environment = new HashMap<>();

  private Bench(LocalAws.Running aws, Path directory, Clock clock) {
    this.aws = aws;
    this.table = aws.table();
    this.queue = aws.queue(Map.of());
    this.directory = directory;
    this.clock = clock;
    config(Listing.DOUBTFUL, "\"retention\":\"P19D\",");
  }

  /** Commands that run a minute after {@link #NOW}. */
  static Bench at(LocalAws aws, Path directory) {
    return new Bench(aws.running(), directory, Clock.fixed(LATER, ZoneOffset.UTC));
  }

  /** Commands that run now: queues have their own clock. */
  static Bench live(LocalAws aws, Path directory) {
    return new Bench(aws.running(), directory, Clock.systemUTC());
  }

  /** From now on queue and table are as the doctor wants them. */
  void keepRules() {
    String url = aws.sqs().getQueueUrl(request -> request.queueName(queue)).queueUrl();
    aws.sqs()
        .setQueueAttributes(
            request ->
                request
                    .queueUrl(url)
                    .attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "180")));
    aws.dynamoDb()
        .updateTimeToLive(
            request ->
                request
                    .tableName(table)
                    .timeToLiveSpecification(it -> it.attributeName("expiration").enabled(true)));
  }

  /** From now on "orders" has no queue. */
  void isApi() {
    write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"orders\",\"table\":\"%s\"}]}".formatted(table));
  }

  void config(Listing listing, String retention) {
    write(
        "effectively-once.json",
        """
        {"consumers":[{"name":"orders","queue":"%s","table":"%s","key":"/orderId",%s
        "fingerprint":["/customerId","/totalCents"],"listing":"%s"}]}
        """
            .formatted(queue, table, retention, listing));
  }

  /** A consumer of this queue. */
  void config(String queueUrl) {
    write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"o\",\"queue\":\"%s\",\"table\":\"%s\",\"key\":\"/a\"}]}"
            .formatted(queueUrl, table));
  }

  Path write(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sets a variable of the host. */
  void variable(String name, String value) {
    environment.put(name, value);
  }

  DynamoDbStore store() {
    return new DynamoDbStore(aws.dynamoDb(), table);
  }

  /** Runs a command against the engines, with nothing typed. */
  Run run(String... arguments) {
    return runAnswering("", arguments);
  }

  /** Runs a command against the engines, with this typed. */
  Run runAnswering(String typed, String... arguments) {
    return bare(new StringReader(typed), atTheEngines(arguments));
  }

  /** Runs a command against the engines; something happens before the user types yes. */
  Run runDoing(Runnable action, String... arguments) {
    Reader yes =
        new FilterReader(new StringReader("y\n")) {
          @Override
          public int read(char[] buffer, int offset, int length) throws IOException {
            action.run();
            return super.read(buffer, offset, length);
          }
        };
    return bare(yes, atTheEngines(arguments));
  }

  private String[] atTheEngines(String... arguments) {
    return Stream.concat(
            Stream.of(arguments),
            Stream.of(
                "--endpoint=sqs=" + aws.sqsEndpoint(),
                "--endpoint=dynamodb=" + aws.dynamoDbEndpoint()))
        .toArray(String[]::new);
  }

  /** Runs a command as typed. */
  Run bare(Reader typed, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Platform system = Platform.system();
    Platform platform = new Platform(clock, system.owners(), system.random(), system.pause());
    Host host = new Host(platform, directory, environment, new BufferedReader(typed));
    CommandLine commands =
        Main.commandLine(host)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    int exitCode = commands.execute(arguments);
    return new Run(exitCode, out.toString(), err.toString());
  }

  static RecordId id(String key) {
    return RecordId.of(new ConsumerName("orders"), BusinessKey.of(key));
  }

  IdempotencyRecord claimed(String key) {
    return claimed(key, clock.instant().minusSeconds(60), Optional.empty());
  }

  IdempotencyRecord claimed(String key, Instant when, Optional<String> readable) {
    return written(store().claim(claim(key, when, readable)));
  }

  static Claim claim(String key, Instant when, Optional<String> readable) {
    return new Claim(
        id(key),
        new Owner("owner-1"),
        when.plusSeconds(30),
        Stamp.of(when, RETENTION),
        Optional.of(Fingerprint.of("C-1", 1250)),
        readable);
  }

  IdempotencyRecord failed(String key) {
    IdempotencyRecord mine = claimed(key);
    return written(store().fail(mine, WHY, mine.stamp()));
  }

  IdempotencyRecord held(String key) {
    IdempotencyRecord mine = claimed(key);
    return written(store().hold(mine, WHY, mine.stamp()));
  }

  /** Held, with a step that is done and one in doubt. */
  IdempotencyRecord heldInStep(String key) {
    IdempotencyRecord mine = claimed(key);
    Step reserve = Step.unbegun("reserve", 1, 1).intendedBy(1);
    Step charge = Step.unbegun("charge", 2, 1).intendedBy(1);
    StoredResult secret = new StoredResult.Text("{\"secret\":1}");
    IdempotencyRecord noted = written(store().note(mine, reserve.done(secret), mine.stamp()));
    return written(
        store().hold(written(store().note(noted, charge, mine.stamp())), WHY, mine.stamp()));
  }

  /** Released half way: a step is done. */
  IdempotencyRecord halfDone(String key, Instant when) {
    IdempotencyRecord mine = claimed(key, when, Optional.empty());
    Step charge = Step.unbegun("charge", 1, 1).done(StoredResult.none());
    return written(
        store().release(written(store().note(mine, charge, mine.stamp())), WHY, mine.stamp()));
  }

  /** A saga that has undone what it did. */
  IdempotencyRecord undone(String key) {
    IdempotencyRecord mine = claimed(key);
    Step charge = Step.unbegun("charge", 1, 1).done(StoredResult.none());
    Step back = Step.unbegun(Step.SAGA_FAILED, 2, 1).failed(WHY);
    IdempotencyRecord noted = written(store().note(mine, charge, mine.stamp()));
    return written(
        store().fail(written(store().note(noted, back, mine.stamp())), WHY, mine.stamp()));
  }

  IdempotencyRecord completed(String key) {
    IdempotencyRecord mine = claimed(key);
    return written(store().complete(mine, new StoredResult.Text("{\"secret\":1}"), mine.stamp()));
  }

  static IdempotencyRecord written(Object result) {
    return ((Written) result).record();
  }

  /** The text with what differs from run to run replaced. */
  String stable(String text) {
    return text.replace(aws.sqsEndpoint().toString(), "http://SQS")
        .replace(aws.dynamoDbEndpoint().toString(), "http://DYNAMODB")
        .replace(table, "TABLE")
        .replace(queue, "QUEUE");
  }
}
