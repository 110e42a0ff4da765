package dev.effectivelyonce.functions.ledger;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.functions.database.DatabasePool;
import dev.effectivelyonce.functions.database.DatabaseSettings;
import dev.effectivelyonce.postgres.PostgresSweeper;
import dev.effectivelyonce.postgres.PostgresSweeper.Swept;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The scheduled Lambda handler that deletes expired records; its answer is in counts. */
public final class SweeperHandler implements RequestHandler<Object, Map<String, Long>> {
  /** The time for the piece that is under way, and for the answer. */
  private static final Duration MARGIN = Duration.ofSeconds(10);

  private final PostgresSweeper sweeper;
  private final Clock clock;

  /** Creates the handler from the function's environment. Its database may be away. */
  public SweeperHandler() {
    this(
        DatabasePool.of(DatabaseSettings.from(System.getenv()), System.getenv()).connections(),
        Platform.system().clock());
  }

  SweeperHandler(DataSource source, Clock clock) {
    this.sweeper = new PostgresSweeper(source);
    this.clock = clock;
  }

  /**
   * Sweeps until the tables are through or the time ends, whatever the event is.
   *
   * @throws StoreException if the database can't be reached or used; what was deleted is gone
   */
  @Override
  public Map<String, Long> handleRequest(@Nullable Object event, Context context) {
    Duration left = Duration.ofMillis(context.getRemainingTimeInMillis()).minus(MARGIN);
    Swept swept = sweeper.sweep(clock.instant().plus(left));
    return Map.of("deleted", swept.deleted(), "left", (long) swept.left());
  }
}
