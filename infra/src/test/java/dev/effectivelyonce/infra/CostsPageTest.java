package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Computes the tables of docs/costs.md from the prices beside it. */
class CostsPageTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final double GIB = Stage.prod().memoryMib() / 1024.0;
  private static final double OUTCOME_LINE_BYTES = 335;
  private static final double LAMBDA_LINES_BYTES = 350;

  /** A message, with what DynamoDB writes and reads for it, and how often SQS gives it. */
  private record Work(String name, int writes, int refused, int reads, int receives, boolean ends) {
    static Work once(String name, int writes, int refused, int reads) {
      return new Work(name, writes, refused, reads, 1, true);
    }

    /** Claim, failure and its entry in the listing; then a refused claim for each receive more. */
    static Work failing(int receives) {
      String name = "fails for good, with a `maxReceiveCount` of " + receives;
      return new Work(name, 3, receives - 1, 0, receives, false);
    }

    int writeUnits() {
      return writes + refused;
    }

    /** Grouped, what was refused is read. */
    int readUnits(Batch batch) {
      return batch.size() == 1 ? reads : reads + refused;
    }

    /** To send, to receive, to hide before each further receive, and to delete. */
    int requests() {
      return 1 + receives + (ends ? receives - 1 + 1 : receives);
    }
  }

  private record Batch(int size, double seconds, double metricsLineBytes) {}

  private static final Batch TEN = new Batch(10, 0.060, 504);
  private static final Batch ONE = new Batch(1, 0.030, 448);

  private static final List<Work> WORKS =
      List.of(
          Work.once("is completed: claim, completion", 2, 0, 0),
          Work.once("is an order, with a plain effect", 3, 0, 0),
          Work.once("is a payment: commits two effects, after a read", 7, 0, 1),
          Work.once("is an order to ship: commits an effect and an outgoing message", 8, 0, 1),
          Work.once("is single shot with one effect", 4, 0, 0),
          Work.once("is a duplicate", 0, 1, 0),
          new Work("is completed by its second attempt", 4, 1, 0, 2, true),
          Work.failing(5),
          Work.failing(20));

  private final Properties prices = new Properties();
  private String page = "";

  @BeforeEach
  void read() throws IOException {
    try (Reader reader = Files.newBufferedReader(DOCS.resolve("prices.properties"))) {
      prices.load(reader);
    }
    page = Files.readString(DOCS.resolve("costs.md"));
  }

  @Test
  void itHasThePrices() {
    assertThat(page)
        .contains(
            "%s; %s per million"
                .formatted(
                    prices.get("sqs.standard.per.million.requests"),
                    prices.get("sqs.fifo.per.million.requests")),
            "%s per million; %s"
                .formatted(
                    prices.get("lambda.per.million.requests"),
                    prices.get("lambda.arm64.per.gb.second")),
            "%s; %s per million"
                .formatted(
                    prices.get("dynamodb.per.million.write.units"),
                    prices.get("dynamodb.per.million.read.units")));
  }

  @Test
  void itBeginsWithTheUsualCases() {
    assertThat(page.lines().filter(it -> it.startsWith("| ")).skip(1).limit(5))
        .containsExactly(
            shortRow("is completed, and writes nothing else to DynamoDB", WORKS.getFirst()),
            shortRow("is completed, and its handler writes one row itself", WORKS.get(1)),
            shortRow("commits one row in a [single shot](effects.md#single-shot)", WORKS.get(4)),
            shortRow("reads a row, and [commits](effects.md#transactional) two", WORKS.get(2)),
            shortRow("is a duplicate", WORKS.get(5)));
  }

  @Test
  void itHasWhatEachMessageWrites() {
    assertThat(page.lines()).containsAll(WORKS.stream().map(this::workRow).toList());
  }

  @Test
  void itHasWhatAMillionMessagesCost() {
    assertThat(page.lines()).containsAll(WORKS.stream().map(this::totalRow).toList());
  }

  @Test
  void itHasWhatTheWatchCosts() {
    int looks = 12 * 24 * 30;
    double invocations =
        looks / 1e6 * price("lambda.per.million.requests")
            + looks * 0.1 * GIB * price("lambda.arm64.per.gb.second");
    double unit = looks / 1e6 * price("dynamodb.per.million.read.units");

    assertThat(page.lines())
        .contains(
            row("| invocations | %.2f |", invocations),
            row("| for each consumer, with nothing listed | %.2f |", 8 * unit),
            row(
                "| for each consumer, with 1,000 failed records listed, the most that it reads |"
                    + " %.2f |",
                (8 + 1_000) * unit));
  }

  private static String row(String form, double... values) {
    return String.format(Locale.ROOT, form, DoubleStream.of(values).boxed().toArray());
  }

  private String workRow(Work work) {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d; %d | %.2f; %.2f |",
        work.name(),
        work.writeUnits(),
        work.readUnits(ONE),
        work.readUnits(TEN),
        dynamodb(work, ONE),
        dynamodb(work, TEN));
  }

  private String shortRow(String name, Work work) {
    return row("| " + name + " | %.2f | %.2f |", total(work, TEN), total(work, ONE));
  }

  private String totalRow(Work work) {
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %.2f | %.2f |",
        work.name(),
        total(work, TEN),
        total(work, ONE),
        total(work, "fifo", TEN),
        total(work, "fifo", ONE));
  }

  /** Of a standard queue. */
  private double total(Work work, Batch batch) {
    return total(work, "standard", batch);
  }

  private double total(Work work, String queue, Batch batch) {
    return sqs(work, queue, batch)
        + lambda(work, batch)
        + dynamodb(work, batch)
        + logs(work, batch);
  }

  private double sqs(Work work, String queue, Batch batch) {
    return work.requests() * price("sqs." + queue + ".per.million.requests") / batch.size();
  }

  private double lambda(Work work, Batch batch) {
    double gbSeconds = 1_000_000 * batch.seconds() * GIB / batch.size();
    return work.receives()
        * (price("lambda.per.million.requests") / batch.size()
            + gbSeconds * price("lambda.arm64.per.gb.second"));
  }

  private double dynamodb(Work work, Batch batch) {
    return work.writeUnits() * price("dynamodb.per.million.write.units")
        + work.readUnits(batch) * price("dynamodb.per.million.read.units");
  }

  /** A thousand bytes a message are a GB for a million messages. */
  private double logs(Work work, Batch batch) {
    double bytes =
        OUTCOME_LINE_BYTES + (batch.metricsLineBytes() + LAMBDA_LINES_BYTES) / batch.size();
    return work.receives() * bytes / 1000 * price("logs.per.gb");
  }

  private double price(String name) {
    return Double.parseDouble(prices.getProperty(name));
  }
}
