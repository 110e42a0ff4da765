package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestApps.standIn;
import static dev.effectivelyonce.cdk.TestApps.zip;
import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;
import static dev.effectivelyonce.cdk.TestStack.assertProblems;
import static dev.effectivelyonce.cdk.TestStack.problems;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.dynamodb.ReplicaTableProps;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.TableV2;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;

/** What would be deployed and could not work is refused before, with what to do. */
@TestInstance(Lifecycle.PER_CLASS)
class CannotWorkTest {
  private static final String STANDARD_ARN = "arn:aws:sqs:eu-west-1:1:plain";
  private static final String DEAD_ARN = "arn:aws:sqs:eu-west-1:1:dead";

  @TempDir private Path directory;
  private TestStack test;

  @BeforeAll
  void start(@TempDir Path app) {
    test = TestStack.in(app);
  }

  @Test
  void aHandlerThatIsNoneOrIsNotInTheZip() {
    Path zip = zip(directory.resolve("other.zip"), List.of("shop.Other"));

    assertProblems(
        test.consumer("Absent").code(Code.fromAsset(zip.toString())),
        "handler class shop.Handler is not in %s. Name a class of that package, or build the"
                .formatted(zip)
            + " package again (mvn package).");
    assertProblems(
        test.consumer("Dotted").handler("shop.Handler.handleRequest"),
        "handler 'shop.Handler.handleRequest' has a dot before its method. Write"
            + " 'shop.Handler::handleRequest'.");
    assertProblems(
        test.consumer("None").handler("shop/Handler"),
        "handler 'shop/Handler' is none. Write it as package.Class::handleRequest.");
  }

  @Test
  void aHandlerClassInAJarUnderLibIsFound() throws IOException {
    Path jar = zip(directory.resolve("inner.jar"), List.of("shop.Other", "shop.Handler"));
    Path zip = directory.resolve("outer.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("lib/inner.jar"));
      Files.copy(jar, out);
    }

    test.consumer("Nested").code(Code.fromAsset(zip.toString())).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"handle", "hidden"})
  void aMethodThatTheClassDoesNotHaveOrDoesNotShow(String method) {
    assertProblems(
        test.consumer("Methodless").handler("shop.Handler::" + method),
        "handler 'shop.Handler::%s': neither the class nor what it inherits from has a public"
                .formatted(method)
            + " method of that name. Name one that it has.");
  }

  /** The classes are those of this build: an inherited method is of a class, or an interface's. */
  @ParameterizedTest
  @CsvSource({
    "Inheriting, inherited, ",
    "Inheriting, offered, ",
    "Inheriting, asked, ",
    "Inheriting, absent, none",
    "Layered, absent, "
  })
  void aMethodMayBeInherited(String type, String method, @Nullable String problem)
      throws IOException {
    Path zip = directory.resolve(type + method + ".zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (Class<?> each : List.of(Inheriting.class, Base.class, Offering.class, Layered.class)) {
        String file = each.getName().replace('.', '/') + ".class";
        out.putNextEntry(new ZipEntry(file));
        try (InputStream in = each.getClassLoader().getResourceAsStream(file)) {
          out.write(Objects.requireNonNull(in).readAllBytes());
        }
      }
    }
    IdempotentConsumer.Builder consumer =
        test.consumer(type + method)
            .code(Code.fromAsset(zip.toString()))
            .handler(CannotWorkTest.class.getName() + "$" + type + "::" + method);

    if (problem == null) {
      consumer.build();
    } else {
      assertOneProblem(consumer, "$Inheriting::absent': neither the class nor");
    }
  }

  @Test
  void aClassThatIsNone() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("broken"));
    Files.writeString(
        Files.createDirectories(classes.resolve("shop")).resolve("Handler.class"), "none");

    assertOneProblem(
        test.consumer("Broken").code(Code.fromAsset(classes.toString())),
        "shop/Handler.class in it is no class: it does not begin as a class file");
  }

  interface Offering {
    default void offered() {}

    void asked();
  }

  abstract static class Base implements Offering {
    public void inherited() {}
  }

  /** Has constants of each size. */
  abstract static class Inheriting extends Base {
    static final long LONG = 1L << 40;
    static final double DOUBLE = 0.1;
    static final float FLOAT = 0.1f;

    Supplier<String> text() {
      return () -> "a" + LONG + DOUBLE + FLOAT;
    }
  }

  /** Inherits from a class that is not in the package. */
  abstract static class Layered extends TemplateText {}

  abstract static class TemplateText {}

  @Test
  void aHandlerWithoutItsMethodIsLambdasShortForm() {
    test.consumer("Short").handler("shop.Handler").build();
  }

  @Test
  void theFolderOfTheZipInPlaceOfTheZip() throws IOException {
    Path target = Files.createDirectories(directory.resolve("target"));
    Path unused = zip(target.resolve("functions.zip"), List.of("shop.Handler"));

    assertProblems(
        test.consumer("Folder").code(Code.fromAsset(target.toString())),
        "handler class shop.Handler is not in the folder %s, and in no jar under its lib/."
                .formatted(target)
            + " Name the zip that the build makes in place of its folder.");
  }

  @Test
  void aFolderOfClassesWorks() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("classes"));
    Files.write(
        Files.createDirectories(classes.resolve("shop")).resolve("Handler.class"), standIn());

    test.consumer("Classes").code(Code.fromAsset(classes.toString())).build();
  }

  @Test
  void whatIsNoZip() throws IOException {
    Path file = Files.writeString(directory.resolve("text.zip"), "not a real package");

    assertThat(problems(test.consumer("Text").code(Code.fromAsset(file.toString()))))
        .singleElement()
        .asString()
        .startsWith("code " + file + " can't be read as a zip: ")
        .endsWith("Build it (mvn package), or name the zip itself.");
  }

  @Test
  void theOutboxsHandlersAreLookedForToo() {
    Path zip = zip(directory.resolve("without.zip"), List.of("shop.Handler"));

    assertThat(
            problems(
                TransactionalOutbox.Builder.create(test.stack(), "Outbox")
                    .code(Code.fromAsset(zip.toString()))
                    .destination("q", test.queue("Q"))))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("handler class dev.effectivelyonce.outbox.OutboxPublisher is not in ");
  }

  @Test
  void oneReceive() {
    assertThat(problems(test.consumer("Once").maxReceiveCount(1)))
        .contains(
            "maxReceiveCount is 1: the first failure of any kind is a message's last, also where"
                + " its process died or another attempt held its claim. Set 3 or more, or leave it"
                + " out.");
  }

  @Test
  void aTableWithAnotherKeyAndNoExpiry() {
    Table orders =
        Table.Builder.create(test.stack(), "OrdersTable").partitionKey(string("orderId")).build();
    Table sorted =
        Table.Builder.create(test.stack(), "SortedTable")
            .partitionKey(string("id"))
            .sortKey(string("at"))
            .timeToLiveAttribute("expiration")
            .build();

    assertRefused(orders, sorted);
  }

  @Test
  void aGlobalTableWithAnotherKeyAndNoExpiry() {
    TableV2 orders =
        TableV2.Builder.create(test.stack(), "GlobalOrders")
            .partitionKey(string("orderId"))
            .build();
    TableV2 sorted =
        TableV2.Builder.create(test.stack(), "GlobalSorted")
            .partitionKey(string("id"))
            .sortKey(string("at"))
            .timeToLiveAttribute("expiration")
            .build();

    assertRefused(orders, sorted);
  }

  private void assertRefused(ITable otherKey, ITable sorted) {
    assertProblems(
        test.consumer(otherKey.getNode().getId() + "s").idempotencyTable(otherKey),
        "idempotencyTable has another key than 'id', a string, alone. Make it by"
            + " IdempotencyTable, or like it.",
        "idempotencyTable does not expire its items by 'expiration', so records stay for ever."
            + " Make it by IdempotencyTable, or like it.");
    assertThat(problems(test.consumer(sorted.getNode().getId() + "s").idempotencyTable(sorted)))
        .hasSize(1);
  }

  @Test
  void aTableWithReplicasThatIsMadeLikeOursIsTakenAndListedByItsIndexAlone() {
    TestStack there = located("Home");
    TableV2 like =
        TableV2.Builder.create(there.stack(), "Global")
            .partitionKey(string("id"))
            .timeToLiveAttribute("expiration")
            .replicas(List.of(ReplicaTableProps.builder().region("eu-central-1").build()))
            .build();
    IdempotentConsumer consumer = there.consumer("OnGlobal").idempotencyTable(like).build();

    assertProblems(
        there.watch("Unlisted").consumer(consumer),
        "the table of records has no index 'listing'. Make it by IdempotencyTable, or like it.");
  }

  /** A function has its table's name, by which it finds a table of its own account. */
  @Test
  void aTableOfAnotherAccountOrRegion() {
    TestStack there = located("Own");
    Stack own = there.stack();
    ITable theirs = imported(own, "Theirs", "eu-west-1:111122223333");
    ITable far = imported(own, "FarTable", "us-east-1:123456789012");

    assertProblems(
        there.consumer("OfTheirs").idempotencyTable(theirs),
        "idempotencyTable is in account 111122223333, and the construct in 123456789012: it would"
            + " look for a table of that name there. Name a table of the construct's account and"
            + " Region.");
    assertOneProblem(
        there.consumer("OfFar").idempotencyTable(far),
        "idempotencyTable is in Region us-east-1, and the construct in eu-west-1");
    there
        .consumer("OfOurs")
        .idempotencyTable(imported(own, "Ours", "eu-west-1:123456789012"))
        .build();
  }

  /** A stack that says where it is. */
  private TestStack located(String id) {
    Stack stack =
        Stack.Builder.create((App) test.stack().getNode().getScope(), test.unique(id))
            .env(Environment.builder().account("123456789012").region("eu-west-1").build())
            .build();
    Path zip = zip(directory.resolve(id + ".zip"), TestStack.CLASSES);
    return new TestStack(stack, Code.fromAsset(zip.toString()), test.table());
  }

  private static ITable imported(Stack stack, String id, String place) {
    return Table.fromTableArn(stack, id, "arn:aws:dynamodb:" + place + ":table/records");
  }

  @Test
  void ofATableOfAnotherAppNothingIsGuessed() {
    ITable far = Table.fromTableName(test.stack(), "Far", "records");

    test.consumer("FarRecords").idempotencyTable(far).build();
  }

  @Test
  void aFifoConsumerOfAnExistingStandardQueue() {
    assertProblems(
        test.consumer("Kind")
            .source(QueueKind.FIFO)
            .existingQueues(queues(test.stack(), QueueKind.STANDARD)),
        "source is FIFO, and the existing queue is STANDARD: a queue's kind can't be changed."
            + " Leave source out, or name a queue of that kind.");
  }

  @Test
  void aQueueOfAnotherRegion() {
    Stack american =
        Stack.Builder.create((App) test.stack().getNode().getScope(), test.unique("American"))
            .env(Environment.builder().account("123456789012").region("us-east-1").build())
            .build();

    assertOneProblem(
        test.consumer("Far").existingQueues(queues(american, QueueKind.STANDARD)),
        "is in eu-west-1, and the construct in us-east-1");
  }

  @Test
  void anExistingStandardQueueThatIsStatedToBeFifo() {
    ExistingQueues stated = queues(test.stack(), QueueKind.FIFO);

    assertThat(problems(test.consumer("Stated").existingQueues(stated)))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("sourceSettings say that the queue Shop/")
        .contains(" is FIFO, and it is STANDARD: a FIFO queue's name ends in .fifo");
  }

  /** Returns standard queues, the source in a stack, of which it is stated that they are these. */
  private ExistingQueues queues(Stack stack, QueueKind stated) {
    IQueue source = Queue.fromQueueArn(stack, test.unique("Plain"), STANDARD_ARN);
    IQueue deadLetters = Queue.fromQueueArn(test.stack(), test.unique("Dead"), DEAD_ARN);
    return new ExistingQueues(
        source,
        deadLetters,
        new SourceQueueSettings(stated, Duration.ofMinutes(3), Duration.ofDays(4)),
        new DeadLetterSettings(stated, Duration.ofDays(14), 30));
  }

  private static Attribute string(String name) {
    return Attribute.builder().name(name).type(AttributeType.STRING).build();
  }
}
