package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.redis.Commands.Call;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that a server can keep records: it does not evict keys, is new enough, is a primary, and
 * grants the permissions that the store needs. Clocks are not compared, because the store does not
 * use the server's clock.
 */
public final class RedisCheck {
  private static final Logger LOG = LoggerFactory.getLogger(RedisCheck.class);

  /** Runs each command of the store on a key that is then deleted; begins with what tells most. */
  private static final Script PROBE =
      Script.of(
          """
          local info = redis.call('INFO')
          if not info:find('role:master') then return {info} end
          local key = KEYS[1]
          redis.call('HSET', key, 'a', '1', 'b', '2')
          redis.call('HINCRBY', key, 'a', 1)
          redis.call('HGET', key, 'a')
          redis.call('HEXISTS', key, 'a')
          redis.call('HKEYS', key)
          redis.call('HGETALL', key)
          redis.call('EXISTS', key)
          redis.call('PEXPIRE', key, 1000)
          redis.call('PTTL', key)
          redis.call('HDEL', key, 'a', 'b')
          return {info}
          """);

  private final Commands commands;

  /** A problem of the server. */
  public record Finding(Kind kind, String problem, String remedy) {}

  /** The kinds of problems. */
  public enum Kind {
    /** The server deletes records when its memory is full. */
    EVICTS,
    /** The server is older than 6.2. */
    TOO_OLD,
    /** The server is a replica, which does not accept writes. */
    REPLICA,
    /** The user lacks a permission, or its password or token is refused. */
    DENIED,
    /** The server refuses the check for another reason. */
    UNUSABLE
  }

  /**
   * Creates a check of the server that the commands are sent to, or of one of the nodes of a
   * cluster.
   */
  public RedisCheck(Commands commands) {
    this.commands = commands;
  }

  /**
   * Returns the problems; empty if there are none.
   *
   * @throws StoreException if the server did not answer, or can't answer yet
   */
  public List<Finding> findings() {
    try {
      Call probe = new Call(List.of("eo:{check}"), List.of());
      return findings(fields(PROBE.run(commands, probe).getFirst()));
    } catch (StoreException e) {
      if (e.isTransient()) {
        throw e;
      }
      Kind kind = e.kind() == StoreException.Kind.DENIED ? Kind.DENIED : Kind.UNUSABLE;
      return List.of(new Finding(kind, e.problem(), e.remedy()));
    }
  }

  /**
   * Refuses a server that can't keep records, and returns whether it answered: one that does not is
   * left to the messages.
   */
  boolean atStart() {
    try {
      findings().stream()
          .findFirst()
          .ifPresent(
              finding -> {
                throw new ConfigurationException(finding.problem(), finding.remedy());
              });
      return true;
    } catch (StoreException e) {
      LOG.warn("The Redis server could not be checked at start: {}", e.text());
      return false;
    }
  }

  private static List<Finding> findings(Map<String, String> info) {
    return Stream.of(
            Optional.of(info.getOrDefault("maxmemory_policy", "unknown"))
                .filter(policy -> !policy.equals("noeviction"))
                .map(RedisCheck::evicts),
            Optional.of(info.getOrDefault("redis_version", "unknown"))
                .filter(version -> !isSupported(version))
                .map(RedisCheck::tooOld),
            Optional.of(info.getOrDefault("role", "unknown"))
                .filter(role -> !role.equals("master"))
                .map(RedisCheck::replica))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Finding evicts(String policy) {
    return new Finding(
        Kind.EVICTS,
        "The Redis server has the maxmemory-policy "
            + policy
            + ", so it may delete records that are still needed",
        "Set maxmemory-policy to noeviction, on a server that is no cache");
  }

  private static Finding tooOld(String version) {
    return new Finding(
        Kind.TOO_OLD,
        "The Redis server has the version " + version,
        "Use Redis 6.2 or newer, or Valkey");
  }

  private static Finding replica(String role) {
    return new Finding(
        Kind.REPLICA,
        "The Redis server has the role " + role + ", so it takes no writes",
        "Connect to the primary's endpoint");
  }

  /** Returns whether it is at least 6.2. */
  private static boolean isSupported(String version) {
    String[] parts = version.split("\\.", 3);
    try {
      int major = Integer.parseInt(parts[0]);
      return major > 6 || (major == 6 && parts.length > 1 && Integer.parseInt(parts[1]) >= 2);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static Map<String, String> fields(String info) {
    return info.lines()
        .map(line -> line.split(":", 2))
        .filter(parts -> parts.length == 2)
        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1], (a, b) -> a));
  }
}
