package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.Assertions;

/** The answers that a group of writes got. */
final class GroupAnswers {
  private GroupAnswers() {}

  /** Returns the group's own answers, each once; empty where a write is left to be sent alone. */
  static List<Optional<WriteResult>> of(IdempotencyStore store, List<Write.Groupable> writes) {
    Map<Integer, Optional<WriteResult>> answers = new TreeMap<>();
    store
        .groups()
        .orElseThrow()
        .write(
            writes,
            (index, result) ->
                Assertions.assertThat(answers.put(index, result))
                    .as("an earlier answer to write %d", index)
                    .isNull());
    Assertions.assertThat(answers).hasSameSizeAs(writes);
    return List.copyOf(answers.values());
  }
}
