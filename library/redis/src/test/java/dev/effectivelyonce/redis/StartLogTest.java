package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.store.Durability;
import java.util.ArrayList;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.Test;

/** What a store says of its durability when it is built. */
class StartLogTest {
  private static final String LOGGER = RedisStore.class.getName();

  /** Keeps what the store logs. */
  private static final class Lines extends AbstractAppender {
    private final List<String> lines = new ArrayList<>();

    private Lines() {
      super("lines", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      lines.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
    }
  }

  @Test
  void aStoreThatMayForgetSaysSoOnce() {
    List<String> lines = logged(Durability.ASYNC);

    assertThat(lines).hasSize(1);
    assertThat(lines.getFirst()).startsWith("WARN ").contains("once unless a failover");
  }

  @Test
  void aStoreThatKeepsWhatItAnsweredSaysNothing() {
    assertThat(logged(Durability.SYNC)).isEmpty();
  }

  private static List<String> logged(Durability durability) {
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    Lines captured = new Lines();
    captured.start();
    LoggerConfig config = new LoggerConfig(LOGGER, Level.ALL, false);
    config.addAppender(captured, Level.ALL, null);
    context.getConfiguration().addLogger(LOGGER, config);
    context.updateLoggers();
    try {
      RedisStore store =
          RedisStore.builder(SharedRedis.server().commands()).durability(durability).build();
      store.withDeadline(Samples.NOW).find(Samples.id("order-1"));
      return List.copyOf(captured.lines);
    } finally {
      context.getConfiguration().removeLogger(LOGGER);
      context.updateLoggers();
    }
  }
}
