package dev.effectivelyonce.outbox;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The result of one invocation of a publisher or sweeper.
 *
 * @param published the number of messages that were sent and deleted
 * @param gone the number of messages that no longer existed because they were sent before
 * @param held the number of messages that will be sent at another time
 * @param unsendable the number of messages that stay in the table until someone corrects the cause
 * @param oldest the age of the oldest message that a sweeper saw and left in the table, by
 *     destination; zero if it left none; {@link #UNKNOWN} stands for destinations that the outbox
 *     does not know. A report of a publisher, or of a sweeper that did not see the whole table,
 *     contains only destinations with messages left
 */
public record OutboxReport(
    int published, int gone, int held, int unsendable, Map<String, Duration> oldest) {
  /** The name for all destinations that the outbox does not know. */
  public static final String UNKNOWN = "(unknown)";

  private static final Logger LOG = LoggerFactory.getLogger(OutboxReport.class);

  /** The report of an invocation that saw nothing. */
  static final OutboxReport NONE = new OutboxReport(0, 0, 0, 0, Map.of());

  public OutboxReport {
    oldest = Map.copyOf(oldest);
  }

  /** Tells an observer. If it throws, nothing changes, because the messages are sent already. */
  void tell(OutboxObserver observer) {
    try {
      observer.observe(this);
    } catch (Throwable thrown) {
      LOG.warn("The observer failed on a report of the outbox", thrown);
    }
  }

  /** Returns whether nothing was there to send, and nothing is left. */
  boolean isQuiet() {
    return published + held + unsendable == 0 && oldestOfAll().isZero();
  }

  /** Writes the counts and the age of the oldest message as JSON. */
  void writeTo(OutputStream output) throws IOException {
    try (JsonGenerator generator = new JsonFactory().createGenerator(output)) {
      generator.writeStartObject();
      generator.writeNumberField("published", published);
      generator.writeNumberField("held", held);
      generator.writeNumberField("unsendable", unsendable);
      generator.writeNumberField("oldestSeconds", oldestOfAll().toSeconds());
      generator.writeEndObject();
    }
  }

  /** Returns the sum of both reports. */
  OutboxReport plus(OutboxReport other) {
    Map<String, Duration> both = new TreeMap<>(oldest);
    other.oldest.forEach((name, age) -> both.merge(name, age, OutboxReport::longer));
    return new OutboxReport(
        published + other.published,
        gone + other.gone,
        held + other.held,
        unsendable + other.unsendable,
        both);
  }

  static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Returns the age of the oldest of all; zero if none was left. */
  Duration oldestOfAll() {
    return oldest.values().stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO);
  }
}
