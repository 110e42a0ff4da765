package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.LogSanitizer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs each message as one line with the fields {@code consumer}, {@code keyHash}, {@code
 * messageId}, {@code decision} and, if there was a problem, {@code problem}. Messages that the
 * request excludes are logged at debug, faults and unreadable messages at warn, the rest at info.
 * It never logs a key in clear text or any of a message's content.
 */
public final class LoggingReplayListener implements ReplayListener {
  private final Logger log = LoggerFactory.getLogger("dev.effectivelyonce.replay");
  private final ConsumerName consumer;

  /** Creates a listener for the messages of a consumer. */
  public LoggingReplayListener(ConsumerName consumer) {
    this.consumer = consumer;
  }

  @Override
  public void examined(Examined message, ReplayCounts counts) {
    LoggingEventBuilder line =
        log.atLevel(level(message))
            .addKeyValue("consumer", consumer.value())
            .addKeyValue("keyHash", message.keyHash().orElse("-"))
            .addKeyValue("messageId", message.messageId())
            .addKeyValue("decision", message.decision().label());
    message
        .problem()
        .map(problem -> line.addKeyValue("problem", LogSanitizer.oneLine(problem)))
        .orElse(line)
        .log(message.decision().label());
  }

  private static Level level(Examined message) {
    if (message.problem().isPresent()) {
      return Level.WARN;
    }
    return message.decision() instanceof ReplayDecision.Leave(LeaveReason reason)
            && reason == LeaveReason.FILTERED
        ? Level.DEBUG
        : Level.INFO;
  }
}
