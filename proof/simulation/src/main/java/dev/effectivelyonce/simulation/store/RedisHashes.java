package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.redis.Commands;
import dev.effectivelyonce.redis.Commands.Answer;
import dev.effectivelyonce.redis.Commands.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The hashes of a server of Redis, and what the scripts of the real store do to them. */
final class RedisHashes {
  /** A value that ends by itself. */
  record Hash(Map<String, String> fields, Optional<Instant> end) {}

  private final Supplier<Instant> now;
  private final Map<String, Hash> hashes;

  RedisHashes(Supplier<Instant> now, Map<String, Hash> hashes) {
    this.now = now;
    this.hashes = new HashMap<>(hashes);
  }

  RedisHashes copy() {
    return new RedisHashes(now, hashes);
  }

  Optional<Hash> hash(String key) {
    return Optional.ofNullable(hashes.get(key)).filter(it -> !isOver(it));
  }

  /** Whether a key was there, and its time is over; then it is not there any more. */
  boolean endsNow(String key) {
    return hashes.entrySet().removeIf(it -> it.getKey().equals(key) && isOver(it.getValue()));
  }

  private boolean isOver(Hash hash) {
    return hash.end().filter(end -> !now.get().isBefore(end)).isPresent();
  }

  void delete(String key) {
    hashes.remove(key);
  }

  void put(String key, Optional<Hash> hash) {
    hash.ifPresentOrElse(it -> hashes.put(key, it), () -> delete(key));
  }

  /** Whether the store asks what server this is. */
  static boolean isProbe(Call call) {
    return call.keys().getFirst().endsWith("{check}");
  }

  Answer run(Call call) {
    if (isProbe(call)) {
      return new Answer.Reply(
          List.of("redis_version:7.2.4\nrole:master\nmaxmemory_policy:noeviction"));
    }
    String key = call.keys().getFirst();
    return new Answer.Reply(
        call.arguments().isEmpty() ? found(key).toList() : written(key, call.arguments()));
  }

  private Stream<String> found(String key) {
    return hash(key).map(Hash::fields).orElseGet(Map::of).entrySet().stream()
        .flatMap(it -> Stream.of(it.getKey(), it.getValue()));
  }

  /** As {@code write.lua} does. */
  private List<String> written(String key, List<String> arguments) {
    Iterator<String> given = arguments.iterator();
    List<String> checks = list(given);
    List<String> sets = list(given);
    List<String> deletes = list(given);
    String life = given.next();
    boolean isWhole = given.next().equals("whole");
    Map<String, String> before = hash(key).map(Hash::fields).orElseGet(Map::of);
    for (int i = 0; i < checks.size(); i += 3) {
      if (!holds(before, checks.get(i), checks.get(i + 1), checks.get(i + 2))) {
        return answer("refused", key);
      }
    }
    Map<String, String> after = new TreeMap<>(isWhole ? Map.of() : before);
    IntStream.range(0, sets.size() / 2)
        .forEach(i -> after.put(sets.get(2 * i), sets.get(2 * i + 1)));
    deletes.forEach(after::remove);
    Optional<Instant> end =
        life.isEmpty()
            ? hash(key).flatMap(Hash::end)
            : Optional.of(now.get().plus(Duration.ofMillis(Long.parseLong(life))));
    hashes.put(key, new Hash(after, end));
    return answer("written", key);
  }

  private List<String> answer(String what, String key) {
    return Stream.concat(Stream.of(what), found(key)).toList();
  }

  private static boolean holds(
      Map<String, String> before, String operation, String field, String value) {
    Optional<String> found = Optional.ofNullable(before.get(field));
    return switch (operation) {
      case "none" -> before.isEmpty();
      case "absent" -> found.isEmpty();
      case "is" -> found.filter(value::equals).isPresent();
      default -> found.filter(it -> it.startsWith(value)).isPresent();
    };
  }

  private static List<String> list(Iterator<String> given) {
    int size = Integer.parseInt(given.next());
    List<String> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(given.next());
    }
    return list;
  }

  /** The commands of someone who is there. */
  Commands commands() {
    return new Scripts(calls -> calls.stream().map(this::run).toList());
  }

  /** The commands of who runs scripts in his own way, and no others. */
  record Scripts(Function<List<Call>, List<Answer>> runs) implements Commands {
    @Override
    public List<Answer> evalsha(String sha, List<Call> calls) {
      return runs.apply(calls);
    }

    @Override
    public Answer eval(String script, Call call) {
      return runs.apply(List.of(call)).getFirst();
    }

    @Override
    public Stream<List<String>> scan(String pattern) {
      throw new UnsupportedOperationException("No history lists records");
    }
  }
}
