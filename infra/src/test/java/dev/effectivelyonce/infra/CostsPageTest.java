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
  void itSaysHowTheTotalComesAbout() {
    Work completed = WORKS.getFirst();

    assertThat(page.lines())
        .contains(
            row(
                "| SQS: send, receive, delete | 3 x 100,000 requests | %.2f | 3 x 1,000,000 | %.2f"
                    + " |",
                sqs(completed, TEN), sqs(completed, ONE)),
            row(
                "| Lambda: requests, GB-seconds | 100,000 requests, 10,365 GB-seconds | %.2f |"
                    + " 1,000,000, 51,826 | %.2f |",
                lambda(completed, TEN), lambda(completed, ONE)),
            row(
                "| DynamoDB: claim, completion | 2 x 1,000,000 units | %.2f | the same | %.2f |",
                dynamodb(completed, TEN), dynamodb(completed, ONE)),
            row(
                "| Log: 335 bytes a message, 504 or 448 of metrics and some 350 of Lambda's own a"
                    + " batch | 0.420 GB | %.2f | 1.133 GB | %.2f |",
                logs(completed, TEN), logs(completed, ONE)));
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

  @Test
  void itHasWhatElseAStackMayNeed() {
    double hours = 720;
    double seconds = 3_600 * hours;
    Work completed = WORKS.getFirst();

    assertThat(page.lines())
        .contains(
            row(
                "| Kafka: pollers, from one at rest on | 1 unit x 720 x 0.185 | %.2f |",
                hours * price("kafka.poller.unit.per.hour")),
            row(
                "| SQS: `provisionedPollers(2, …)` at rest | 2 units x 720 x 0.00925 | %.2f |",
                2 * hours * price("sqs.poller.unit.per.hour")),
            row(
                "| Kinesis: a stream with two shards | 2 x 720 x 0.015 | %.2f |",
                2 * hours * price("kinesis.shard.per.hour")),
            row(
                "| Kinesis: a million records of up to 25 KB | 0.014 | %.2f |",
                price("kinesis.per.million.puts")),
            row(
                "| in a VPC: an interface endpoint in two zones, and 10 GB through it | 2 x 720 x"
                    + " 0.010 + 10 x 0.010 | %.2f |",
                2 * hours * price("endpoint.per.zone.and.hour") + 10 * price("endpoint.per.gb")),
            row(
                "| in a VPC: NAT in two zones, and 10 GB through it | 2 x 720 x 0.045 + 10 x 0.045"
                    + " | %.2f |",
                2 * hours * price("nat.per.hour") + 10 * price("nat.per.gb")),
            row(
                "| PostgreSQL: RDS Proxy before a database of two vCPUs | 2 x 720 x 0.015 | %.2f |",
                2 * hours * price("rds.proxy.per.vcpu.and.hour")),
            row(
                "| a key of yours in KMS, with 10 users that ask for it every 5 minutes | 1.00 + 10"
                    + " x 8,640 x 0.03 / 10,000 | %.2f |",
                price("kms.key.per.month")
                    + 10 * 12 * hours * price("kms.per.10000.requests") / 10_000),
            row(
                "| DynamoDB: 100 writes and 100 reads a second, provisioned | 100 x 720 x (0.00065"
                    + " + 0.00013) | %.2f |",
                100
                    * hours
                    * (price("dynamodb.provisioned.write.unit.per.hour")
                        + price("dynamodb.provisioned.read.unit.per.hour"))),
            row(
                "| DynamoDB: the same by request, if they all come | 100 x 2,592,000 x (0.625 +"
                    + " 0.125) / 1,000,000 | %.2f |",
                100
                    * seconds
                    / 1e6
                    * (price("dynamodb.per.million.write.units")
                        + price("dynamodb.per.million.read.units"))),
            row(
                "| batches of 1, for each million completed messages of a standard queue | %.2f -"
                    + " %.2f | %.2f |",
                total(completed, ONE),
                total(completed, TEN),
                total(completed, ONE) - total(completed, TEN)));
  }

  @Test
  void thePageOfGrowthHasADayOfTenThousandMessagesASecond() throws IOException {
    double millions = 10_000 * 86_400 / 1e6;
    Work completed = WORKS.getFirst();
    Work order = WORKS.get(1);
    double keptGb = millions * 1e6 * 500 / 1e9 * 19 / 30;

    assertThat(Files.readString(DOCS.resolve("growth.md")).lines())
        .contains(
            row("| SQS | 3 x 86.4 million requests | %,.0f |", millions * sqs(completed, TEN)),
            row(
                "| Lambda | 86.4 million requests of 60 ms | %,.0f |",
                millions * lambda(completed, TEN)),
            row(
                "| DynamoDB | 1,728 million write units | %,.0f |",
                millions * dynamodb(completed, TEN)),
            row("| Log | 363 GB | %,.0f |", millions * logs(completed, TEN)),
            row("| **Together** |  | %,.0f |", millions * total(completed, TEN)),
            row("| In batches of 1 | instead | %,.0f |", millions * total(completed, ONE)),
            row("| With a plain effect each | instead | %,.0f |", millions * total(order, TEN)),
            row(
                "| Records kept | %,.0f GB-months, with point-in-time recovery | %,.0f |",
                keptGb, keptGb * (0.25 + 0.20)));
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

  private double sqs(Work work, Batch batch) {
    return sqs(work, "standard", batch);
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
