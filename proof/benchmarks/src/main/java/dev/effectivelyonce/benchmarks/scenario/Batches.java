package dev.effectivelyonce.benchmarks.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The same sequence of batches for every subject. For one thread. */
public final class Batches {
  /** How many batches of events are done before, to take duplicates from. */
  private static final int DONE_BATCHES = 10;

  /** The same for batches that take seconds. */
  private static final int DONE_LARGE_BATCHES = 2;

  private static final int LARGE = 1_000;

  private final Shape shape;
  private final String prefix;
  private int messages;
  private int events;
  private int duplicates;

  /** Starts at the first. */
  public Batches(Shape shape) {
    this(shape, "");
  }

  /** Starts at the first, with keys that begin like this. */
  public Batches(Shape shape, String prefix) {
    this.shape = shape;
    this.prefix = prefix;
  }

  /** What must be handled before the first batch, so that there are events which are done. */
  public List<SQSEvent> before() {
    return shape.duplicates() == 0
        ? List.of()
        : IntStream.range(0, doneBatches()).mapToObj(this::done).toList();
  }

  /** How many events of a batch are new. */
  public int newEvents() {
    return shape.batchSize() - shape.duplicates();
  }

  /** The next so many. */
  public List<SQSEvent> next(int batches) {
    return Stream.generate(this::next).limit(batches).toList();
  }

  private SQSEvent next() {
    Stream<String> repeated =
        Stream.generate(() -> doneKey(duplicates++)).limit(shape.duplicates());
    Stream<String> fresh = Stream.generate(() -> prefix + "order-" + events++).limit(newEvents());
    return batch(Stream.concat(repeated, fresh).toList());
  }

  private SQSEvent done(int batch) {
    int size = shape.batchSize();
    return batch(
        IntStream.range(batch * size, (batch + 1) * size).mapToObj(this::doneKey).toList());
  }

  private int doneBatches() {
    return shape.batchSize() < LARGE ? DONE_BATCHES : DONE_LARGE_BATCHES;
  }

  private String doneKey(int index) {
    return prefix + "done-" + index % (doneBatches() * shape.batchSize());
  }

  private SQSEvent batch(List<String> keys) {
    return SqsEvents.of(
        IntStream.range(0, keys.size()).mapToObj(at -> message(keys.get(at), at)).toList());
  }

  private SqsRecord message(String key, int at) {
    String queue = shape.messageGroups().isPresent() ? "orders.fifo" : "orders";
    SqsRecord record = SqsRecord.of(queue, id(key)).body(body(key));
    return shape.messageGroups().isPresent()
        ? record.group("group-" + at % shape.messageGroups().getAsInt())
        : record;
  }

  private String id(String key) {
    return shape.mix().keepsIds()
        ? UUID.nameUUIDFromBytes(key.getBytes(UTF_8)).toString()
        : String.format(Locale.ROOT, "00000000-0000-4000-8000-%012d", messages++);
  }

  private static String body(String key) {
    return """
    {"orderId":"%s","customerId":"customer-4711","totalCents":12999,"currency":"EUR",\
    "placedAt":"2026-11-01T12:00:00Z"}\
    """
        .formatted(key);
  }
}
