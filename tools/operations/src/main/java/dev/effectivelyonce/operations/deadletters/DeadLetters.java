package dev.effectivelyonce.operations.deadletters;

import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.problem.Problem;
import dev.effectivelyonce.operations.record.Change.Refused;
import dev.effectivelyonce.operations.replay.ReplaySetup;
import dev.effectivelyonce.operations.trail.Reason;
import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.HeldLetter;
import dev.effectivelyonce.replay.LetterAction;
import dev.effectivelyonce.replay.LetterAction.Next;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.ReplayRequest;
import dev.effectivelyonce.replay.RunEnd;
import dev.effectivelyonce.replay.RunMode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * The dead letters of a consumer. Whatever is done with them is done in one pass over the queue,
 * which gives back what it leaves; an interrupt ends it in order.
 */
public record DeadLetters(ConsumerEntry consumer, OperatorContext context, ReplaySetup setup) {

  /**
   * Finds the queues of a consumer.
   *
   * @throws OperationException if one is missing, or the consumer's retention is not configured
   */
  public static DeadLetters of(ConsumerEntry consumer, OperatorContext context) {
    return of(consumer, context, Optional.empty());
  }

  /**
   * Finds the queues of a consumer.
   *
   * @param reason why something is done with them, for the trail of a record that is reopened
   * @throws OperationException if one is missing, or the consumer's retention is not configured
   */
  public static DeadLetters of(
      ConsumerEntry consumer, OperatorContext context, Optional<String> reason) {
    return new DeadLetters(consumer, context, ReplaySetup.of(consumer, context, reason));
  }

  /** Returns about how many there are that can be received now. */
  public Optional<Long> visible() {
    return setup.deadLetters().messages();
  }

  /** Returns the name of the dead-letter queue. */
  public String queue() {
    return setup.deadLetters().name();
  }

  /**
   * Lists letters as they come, from several threads.
   *
   * @param limit how many at most
   */
  public Pass list(ReplayFilter filter, int limit, Consumer<Letter> each, ReplayListener progress) {
    return pass(
        request(filter, limit),
        held -> {
          each.accept(Letter.of(held, context.now()));
          return Next.KEEP;
        },
        progress);
  }

  /**
   * Adds the letters to a summary.
   *
   * @param ids takes the id of each, from several threads
   */
  public Pass summarize(
      ReplayFilter filter,
      int limit,
      LetterSummary summary,
      Consumer<String> ids,
      ReplayListener progress) {
    return list(
        filter,
        limit,
        letter -> {
          summary.add(letter);
          ids.accept(letter.messageId());
        },
        progress);
  }

  /**
   * Returns a letter with all that is known about it.
   *
   * @param other the body of a message to compare it with
   * @throws OperationException if the queue has it not, or shows it not
   */
  public LetterDetail detail(String messageId, Optional<String> other, ReplayListener progress) {
    HeldLetter held = held(messageId, Edit.NONE, Force.OFF, progress);
    return LetterDetail.of(held, other, consumer, context);
  }

  /**
   * Returns a letter as an edit would leave it, and what a replay would do with that.
   *
   * @throws OperationException if the queue has it not, or shows it not
   */
  public ResendPreview preview(Resend resend, ReplayListener progress) {
    refuseIfParked(resend);
    HeldLetter held = held(resend.messageId(), resend.edit(), resend.force(), progress);
    return ResendPreview.of(resend, held);
  }

  /**
   * Writes letters into a file, and leaves them in the queue.
   *
   * @throws OperationException if the file can't be used; letters that it has are in it whole
   */
  public WorkResult export(
      ReplayFilter filter, int limit, LetterFile file, ReplayListener progress) {
    LetterWork work =
        new LetterWork(WorkKind.EXPORT, file, actor(), Optional.empty(), context::now);
    return work(request(filter, limit), work, progress);
  }

  /**
   * Deletes letters, each after it was written into a file.
   *
   * @throws OperationException if the file can't be used; the letters that it lacks are in the
   *     queue
   */
  public WorkResult discard(
      ReplayFilter filter, int limit, String reason, LetterFile file, ReplayListener progress) {
    Optional<String> why = Optional.of(Reason.checked(reason));
    LetterWork work = new LetterWork(WorkKind.DISCARD, file, actor(), why, context::now);
    return work(request(filter, limit), work, progress);
  }

  /**
   * Sends a letter, after it was written into a file, and deletes it then.
   *
   * @throws OperationException if it is refused, the file can't be used, or the queue has it not
   */
  public WorkResult resend(
      Resend resend, Optional<String> reason, LetterFile file, ReplayListener progress) {
    refuseIfParked(resend);
    ReplayFilter one = ReplayFilter.NONE.withMessageIds(Set.of(resend.messageId()));
    List<Refused> refusals = new CopyOnWriteArrayList<>();
    WorkResult result =
        work(
            request(one, 1).withMode(RunMode.REPLAY).withForce(resend.force()),
            new LetterWork(WorkKind.RESEND, file, actor(), reason, context::now) {
              @Override
              public Message edited(Message letter) {
                return resend.edited(letter);
              }

              @Override
              public Next next(HeldLetter held) {
                return accepts(held) ? super.next(held) : Next.KEEP;
              }

              @Override
              public boolean accepts(HeldLetter latest) {
                Optional<Refused> refusal = resend.refusal(latest);
                refusal.ifPresent(refusals::add);
                return refusal.isEmpty();
              }
            },
            progress);
    if (result.pass().count() == 0) {
      throw gone(resend.messageId(), result.pass().report());
    }
    if (result.pass().report().end() == RunEnd.FAULT || refusals.isEmpty()) {
      return result;
    }
    throw OperationException.refused(
        "Nothing was sent. " + refusals.getFirst().problem(), refusals.getFirst().remedy());
  }

  private void refuseIfParked(Resend resend) {
    if (consumer.parks()) {
      throw OperationException.refused(
          "A parked record goes back as its source had it, and is not corrected",
          "Give `replay --id %s`, or produce a new event and `discard` this one"
              .formatted(resend.messageId()));
    }
  }

  private String actor() {
    return context.clients().caller().name();
  }

  private WorkResult work(ReplayRequest request, LetterWork work, ReplayListener progress) {
    Pass pass = pass(request, work, work.and(progress));
    return work.result(consumer.name(), pass);
  }

  private HeldLetter held(String messageId, Edit edit, Force force, ReplayListener progress) {
    List<HeldLetter> found = new CopyOnWriteArrayList<>();
    ReplayFilter one = ReplayFilter.NONE.withMessageIds(Set.of(messageId));
    LetterAction look =
        new LetterAction() {
          @Override
          public Next next(HeldLetter letter) {
            found.add(letter);
            return Next.KEEP;
          }

          @Override
          public Message edited(Message letter) {
            return letter.messageId().equals(messageId) ? edit.apply(letter) : letter;
          }
        };
    Pass pass = pass(request(one, 1).withForce(force), look, progress);
    return found.stream().findFirst().orElseThrow(() -> missing(messageId, pass.report()));
  }

  /** The letter was there when it was shown to the user. */
  private OperationException gone(String messageId, ReplayReport report) {
    return report.end() == RunEnd.EMPTY && report.hidden().isEmpty()
        ? OperationException.refused(
            "Nothing was sent: %s no longer shows the dead letter %s".formatted(queue(), messageId),
            "Somebody resent, replayed or discarded it meanwhile: `inspect` shows its record")
        : missing(messageId, report);
  }

  private OperationException missing(String messageId, ReplayReport report) {
    if (report.end() == RunEnd.FAULT) {
      return OperationException.unreachable(
          "The dead-letter queue could not be read to its end: "
              + Problem.withoutStop(report.problem().orElse("")),
          "Correct that, and try again",
          null);
    }
    String looked =
        report.end() == RunEnd.INTERRUPTED
            ? "The search was interrupted, and what it received is given back"
            : "%s shows no dead letter %s".formatted(queue(), messageId);
    return OperationException.refused(
        looked,
        report.hidden().isPresent()
            ? "Another reader hides about "
                + report.hidden().getAsLong()
                + "; look again when their visibility ends"
            : "Copy the id from `dead-letters`, and check --consumer");
  }

  private Pass pass(ReplayRequest request, LetterAction action, ReplayListener progress) {
    return Pass.of(queue(), setup.pass(request, action, progress));
  }

  private static ReplayRequest request(ReplayFilter filter, int limit) {
    return ReplayRequest.everything()
        .withMode(RunMode.DRY_RUN)
        .withFilter(filter)
        .withMaxMessages(limit);
  }
}
