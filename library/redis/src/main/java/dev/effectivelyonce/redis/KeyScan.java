package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.redis.Commands.Answer;
import dev.effectivelyonce.redis.Commands.Call;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads all records of a consumer, by pages of keys.
 *
 * @param unreadable gets the fault of each record that can't be read
 */
record KeyScan(Commands commands, Listing listing, Consumer<StoreException> unreadable) {
  /** Returns the listed records, each once, oldest change first. Only these are held in memory. */
  Stream<IdempotencyRecord> listed(ConsumerName consumer) {
    Set<RecordId> seen = new HashSet<>();
    return commands
        .scan(Fields.keyPattern(consumer.value()))
        .flatMap(this::records)
        .filter(listing::lists)
        .filter(record -> seen.add(record.id()))
        .sorted(Comparator.comparing(record -> record.stamp().at()));
  }

  private Stream<IdempotencyRecord> records(List<String> keys) {
    List<Call> calls = keys.stream().map(key -> new Call(List.of(key), List.of())).toList();
    List<Answer> answers = Script.READ.run(commands, calls);
    return IntStream.range(0, keys.size())
        .boxed()
        .flatMap(
            index -> {
              Answer answer = alone(calls.get(index), answers.get(index));
              return record(Fields.id(keys.get(index)), answer).stream();
            });
  }

  /** Asks again where a server refuses: a client follows a slot that has moved for single calls. */
  private Answer alone(Call call, Answer answer) {
    return answer instanceof Answer.Refusal
        ? Script.READ.run(commands, List.of(call)).getFirst()
        : answer;
  }

  private Optional<IdempotencyRecord> record(RecordId id, Answer answer) {
    try {
      Map<String, String> hash = RecordSwap.hash(Script.reply(answer), 0);
      return hash.isEmpty() ? Optional.empty() : Optional.of(HashCodec.record(id, hash));
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.UNREADABLE) {
        throw e;
      }
      unreadable.accept(e);
      return Optional.empty();
    }
  }
}
