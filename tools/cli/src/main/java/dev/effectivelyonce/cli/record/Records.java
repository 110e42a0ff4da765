package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.CommandException;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.util.Optional;

/** Reads records, and checks what an operator may do with them. */
final class Records {
  private Records() {}

  static RecordView view(Address address, Session session) {
    return view(address, session.store(address.consumer()).find(address.id()), session);
  }

  static RecordView view(Address address, Optional<IdempotencyRecord> record, Session session) {
    State state = State.of(record, session.now());
    boolean isOtherPayload = state != State.EXPIRED && address.isContradicted(record);
    return new RecordView(
        address.id(),
        state,
        record,
        address.key(),
        isOtherPayload,
        isOtherPayload ? Advice.onContradiction() : advice(state, address, record, session));
  }

  private static Advice advice(
      State state, Address address, Optional<IdempotencyRecord> record, Session session) {
    if (state == State.FAILED && record.filter(IdempotencyRecord::isUndone).isPresent()) {
      return Advice.onUndone();
    }
    return record
        .filter(it -> state == State.HELD)
        .flatMap(Records::stepInDoubt)
        .map(step -> Advice.onStep(step, address, session))
        .orElseGet(() -> Advice.on(state, address, session));
  }

  private static Optional<Step> stepInDoubt(IdempotencyRecord record) {
    return record.steps().stream().filter(it -> it.state() == Step.State.INTENT).findFirst();
  }

  /**
   * The record that was shown.
   *
   * @throws CommandException if there is none, or an attempt holds it
   */
  static IdempotencyRecord changeable(RecordView view) {
    IdempotencyRecord record =
        view.record()
            .filter(it -> view.state() != State.EXPIRED)
            .orElseThrow(
                () ->
                    CommandException.refused(
                        "There is no record " + view.id() + ", or its retention has passed",
                        "There is nothing to change: the next message with this key runs"));
    if (view.state() == State.IN_FLIGHT) {
      throw CommandException.refused(
          "An attempt holds the record until " + record.leaseUntil(),
          "Wait until then, and look again");
    }
    return record;
  }

  /**
   * The record after the write.
   *
   * @throws CommandException if somebody else changed it since it was shown
   */
  static IdempotencyRecord written(WriteResult result) {
    return switch (result) {
      case Written(IdempotencyRecord record) -> record;
      case Refused(var current) ->
          throw CommandException.refused(
              "The record changed since it was shown: it is "
                  + current.map(it -> it.status().name()).orElse("gone")
                  + " now, and was left as it is",
              "Inspect it, and decide again");
    };
  }
}
