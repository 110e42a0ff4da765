package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.dynamodb.UnitsOfWork.Planned;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Commits several first attempts in one TransactWriteItems. Those that are refused cancel it, and
 * the rest goes again without them. A commit that does not fit beside the others, or fails for
 * another reason, is left to be sent alone.
 */
final class UnitGroups implements CommitGroups {
  /** The most commits of a group. DynamoDB takes 100 writes, but so many would delay every lane. */
  private static final int LIMIT = 25;

  private final UnitsOfWork units;
  private final UnitLimits limits;
  private final ErrorTranslator faults;

  UnitGroups(UnitsOfWork units, UnitLimits limits, ErrorTranslator faults) {
    this.units = units;
    this.limits = limits;
    this.faults = faults;
  }

  /** A commit of a group. */
  private record Member(int index, Planned planned) {
    void answer(Answers answers, Optional<CommitResult> result) {
      answers.answer(index, result);
    }
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public void commit(List<Commit.AtOnce> commits, Answers answers) {
    List<Member> left = fitting(commits, answers);
    while (!left.isEmpty()) {
      left = send(left, answers);
    }
  }

  private List<Member> fitting(List<Commit.AtOnce> commits, Answers answers) {
    List<Member> members = new ArrayList<>();
    List<TransactWriteItem> actions = new ArrayList<>();
    for (int i = 0; i < commits.size(); i++) {
      Optional<Planned> planned = planned(commits.get(i), actions);
      if (planned.isPresent()) {
        members.add(new Member(i, planned.get()));
        actions.addAll(planned.get().actions());
      } else {
        answers.answer(i, Optional.empty());
      }
    }
    return members;
  }

  private Optional<Planned> planned(Commit.AtOnce commit, List<TransactWriteItem> others) {
    try {
      return Optional.of(commit.effects())
          .filter(UnitOfWork.class::isInstance)
          .map(it -> units.planned(commit, (UnitOfWork) it))
          .filter(it -> fits(it, others));
    } catch (RuntimeException e) {
      // Sent alone, the commit reports what is wrong; the others of its group must not suffer.
      return Optional.empty();
    }
  }

  private boolean fits(Planned planned, List<TransactWriteItem> others) {
    List<TransactWriteItem> beside = new ArrayList<>(others);
    beside.addAll(planned.record());
    return limits.refusal(planned.unit(), beside).isEmpty();
  }

  /** Sends the commits, and returns those that are to go again. */
  private List<Member> send(List<Member> members, Answers answers) {
    try {
      units.write(members.stream().map(Member::planned).toList());
      members.forEach(it -> it.answer(answers, Optional.of(it.planned().committed())));
      return List.of();
    } catch (TransactionCanceledException e) {
      return without(members, e.cancellationReasons(), answers);
    } catch (SdkException e) {
      if (ErrorTranslator.isTransient(e)) {
        throw faults.translate(e);
      }
      // It may be the fault of one of them: each is sent alone and gets its own answer.
      members.forEach(it -> it.answer(answers, Optional.empty()));
      return List.of();
    }
  }

  /** Returns the commits that were not refused, to go again; nothing was written. */
  private static List<Member> without(
      List<Member> members, List<CancellationReason> reasons, Answers answers) {
    boolean isTold = reasons.size() == members.stream().mapToInt(it -> it.planned().size()).sum();
    List<Member> again = new ArrayList<>();
    int from = 0;
    for (Member member : members) {
      int to = from + member.planned().size();
      if (isTold && Cancellation.isNone(reasons.subList(from, to))) {
        again.add(member);
      } else {
        member.answer(
            answers, isTold ? cancelled(member, reasons.subList(from, to)) : Optional.empty());
      }
      from = to;
    }
    return again.size() < members.size() ? again : leftAlone(again, answers);
  }

  private static Optional<CommitResult> cancelled(Member member, List<CancellationReason> reasons) {
    try {
      return member.planned().cancelled(reasons);
    } catch (StoreException e) {
      // The record can't be read. Sent alone, the commit reports that; the others must not suffer.
      return Optional.empty();
    }
  }

  private static List<Member> leftAlone(List<Member> members, Answers answers) {
    members.forEach(it -> it.answer(answers, Optional.empty()));
    return List.of();
  }
}
