package dev.effectivelyonce.simulation.outbox;

import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** When a destination refuses everything, for a reason of its own. */
public final class Outage {
  private static final List<AwsServiceException> REFUSALS =
      List.of(
          refusal(503, "ServiceUnavailable"),
          refusal(403, "AccessDeniedException"),
          refusal(400, "AWS.SimpleQueueService.NonExistentQueue"));

  private final Faults faults;
  private final Supplier<Instant> now;
  private Instant until = Instant.MIN;
  private int how;

  /** None yet. */
  public Outage(Faults faults, Supplier<Instant> now) {
    this.faults = faults;
    this.now = now;
  }

  static AwsServiceException refusal(int status, String code) {
    return SqsException.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
        .build();
  }

  /** What a request is refused with; the outage may begin with it. */
  Optional<AwsServiceException> refusal() {
    if (faults.happens(Fault.DESTINATION_AWAY)) {
      how = faults.pick(REFUSALS.size());
      until =
          now.get()
              .plus(
                  faults.pick(
                      Duration.ofSeconds(20), Duration.ofMinutes(2), Duration.ofMinutes(6)));
    }
    return now.get().isBefore(until) ? Optional.of(REFUSALS.get(how)) : Optional.empty();
  }

  /** It lasts until it {@link #ends}. */
  public void stays() {
    until = Instant.MAX;
  }

  /** It is over. */
  public void ends() {
    until = Instant.MIN;
  }
}
