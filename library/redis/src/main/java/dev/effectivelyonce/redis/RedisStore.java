package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.redis.Commands.Call;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in Redis 6.2 or newer, or in Valkey, with a hash for each record. Each write is one run
 * of a script in one round trip, and a refusal contains the record that prevented the write. The
 * store can't write effects of handlers, so {@link #transactions} is empty.
 *
 * <p>Use one instance for all threads. It does not close the client.
 */
public final class RedisStore implements IdempotencyStore, RecordListing {
  private static final Logger LOG = LoggerFactory.getLogger(RedisStore.class);

  /** How often a write may find that the record has changed, though its guard still holds. */
  private static final int TRIES = 8;

  private final Commands commands;
  private final Durability durability;
  private final Listing listing;
  private final EvictionWatch evictions;

  private RedisStore(
      Commands commands, Durability durability, Listing listing, EvictionWatch evictions) {
    this.commands = commands;
    this.durability = durability;
    this.listing = listing;
    this.evictions = evictions;
  }

  /** Returns a builder for a store that uses a client, such as {@link JedisCommands}. */
  public static Builder builder(Commands commands) {
    return new Builder(commands);
  }

  /** Builds a store. */
  public static final class Builder {
    static final Duration DEFAULT_CHECK_EVERY = Duration.ofSeconds(10);

    private final Commands commands;
    private @Nullable Durability durability;
    private Listing listing = Listing.FAILED_AND_HELD;
    private Duration checkEvery = DEFAULT_CHECK_EVERY;
    private InstantSource clock = Platform.system().clock();

    private Builder(Commands commands) {
      this.commands = commands;
    }

    /**
     * Sets whether the server keeps answered writes through a failover. Required, because the store
     * can't determine it.
     */
    public Builder durability(Durability promised) {
      this.durability = promised;
      return this;
    }

    /** Sets which records are listed. Default: {@link Listing#FAILED_AND_HELD}. */
    public Builder listing(Listing chosen) {
      this.listing = chosen;
      return this;
    }

    /**
     * Sets how long ago the server's maxmemory-policy may have been checked when the store claims a
     * record. Default: 10 s. If the last check is older, the claim first checks again, in a further
     * round trip. If the server now evicts keys, claims fail and this is logged, until the server
     * no longer does.
     */
    public Builder checkEvery(Duration interval) {
      this.checkEvery = interval;
      return this;
    }

    /** Sets the clock by which the server is looked at again. Default: the system's. */
    Builder clock(InstantSource given) {
      this.clock = given;
      return this;
    }

    /**
     * Builds the store, and checks the server with {@link RedisCheck}. If the server does not
     * answer, this is logged and the server is not checked.
     *
     * @throws ConfigurationException if the durability is missing, the interval of {@link
     *     #checkEvery} is not positive, or the check finds a problem
     */
    public RedisStore build() {
      Durability promised =
          Required.value(
              durability,
              "The Redis store has no durability",
              "Set durability(SYNC) where each answered write survives a failover, as in MemoryDB,"
                  + " else durability(ASYNC)");
      if (!checkEvery.isPositive()) {
        throw new ConfigurationException(
            "The Redis store has the setting checkEvery " + checkEvery,
            "Set more than PT0S, such as PT10S");
      }
      boolean isChecked = new RedisCheck(commands).atStart();
      Instant due = isChecked ? clock.instant().plus(checkEvery) : clock.instant();
      if (promised == Durability.ASYNC) {
        LOG.warn(
            "The Redis store may forget its last writes at a failover: each event runs once unless"
                + " a failover");
      }
      return new RedisStore(commands, promised, listing, new EvictionWatch(clock, checkEvery, due));
    }
  }

  @Override
  public Durability durability() {
    return durability;
  }

  @Override
  public IdempotencyStore withDeadline(Instant deadline) {
    return new RedisStore(
        new BoundedCommands(commands, Platform.system().clock(), deadline),
        durability,
        listing,
        evictions);
  }

  @Override
  public WriteResult write(Write write) {
    if (write instanceof Write.Claim || write instanceof Write.TakeOver) {
      evictions
          .refusal(commands)
          .ifPresent(
              refusal -> {
                throw refusal;
              });
    }
    return write(write, write.known(), this::swapped);
  }

  /** Sends a write to the server. */
  interface Sender {
    /** Returns the record after it, or the one that is not as it was seen. */
    WriteResult send(RecordSwap swap);
  }

  /**
   * Writes if the guard holds for the record as seen and the record still is so. Where it is
   * another by now, its guard decides again, about that one.
   */
  WriteResult write(Write write, Optional<IdempotencyRecord> seen, Sender sender) {
    Optional<IdempotencyRecord> current = write.guard().holds(seen) ? seen : find(write.id());
    for (int tries = 0; tries < TRIES && write.guard().holds(current); tries++) {
      WriteResult result = sender.send(RecordSwap.of(write, current));
      if (!(result instanceof Refused(Optional<IdempotencyRecord> other))) {
        return result;
      }
      current = other;
    }
    if (write.guard().holds(current)) {
      throw RedisErrors.contended(write.id());
    }
    return new Refused(current);
  }

  private WriteResult swapped(RecordSwap swap) {
    return result(swap.id(), Script.WRITE.run(commands, swap.call()));
  }

  static WriteResult result(RecordId id, List<String> reply) {
    Optional<IdempotencyRecord> record = record(id, RecordSwap.hash(reply, 1));
    return reply.getFirst().equals("written")
        ? new Written(record.orElseThrow())
        : new Refused(record);
  }

  private static Optional<IdempotencyRecord> record(RecordId id, Map<String, String> hash) {
    return hash.isEmpty() ? Optional.empty() : Optional.of(HashCodec.record(id, hash));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    List<String> reply = Script.READ.run(commands, new Call(List.of(Fields.key(id)), List.of()));
    return record(id, RecordSwap.hash(reply, 0));
  }

  /** {@inheritDoc} This store sends the writes in a pipeline, each in its own run of the script. */
  @Override
  public Optional<GroupWriter> groups() {
    return Optional.of(new PipelinedWrites(commands, evictions));
  }

  /** {@inheritDoc} This store writes the entry in the same script, to a key of the same slot. */
  @Override
  public Optional<AuditLog> trail() {
    return Optional.of(new RedisTrail(this, commands));
  }

  /**
   * {@inheritDoc} This store scans all keys of the server, and keeps the listed records in memory.
   */
  @Override
  public Stream<IdempotencyRecord> listed(
      ConsumerName consumer, Consumer<StoreException> unreadable) {
    return Stream.of(consumer).flatMap(new KeyScan(commands, listing, unreadable)::listed);
  }
}
