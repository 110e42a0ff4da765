package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload;
import java.util.Set;

/**
 * An answer that a caller of the payments API got.
 *
 * @param request the number of the request in the plan
 * @param payload what the caller had sent
 * @param status as in HTTP; {@value #UNHEARD} if the caller waited in vain
 * @param source whether it says that it is a repetition
 * @param body its content
 */
public record Reply(int request, Payload payload, int status, Source source, String body) {
  /** The status where none came. */
  public static final int UNHEARD = 0;

  private static final int CONFLICT = 409;
  private static final int SERVER_ERROR = 500;
  private static final String HELD = "\"urn:effectively-once:problem:held\"";

  /** Request Timeout, Too Early, Too Many Requests. */
  private static final Set<Integer> COME_BACK = Set.of(UNHEARD, 408, 425, 429);

  /** Whence an answer is. */
  public enum Source {
    /** The answer comes from the handler, or from the API itself. */
    FIRST,
    /** The answer comes from the record: it is marked as replayed. */
    REPLAYED
  }

  /** Returns whether a caller may take it for the last: anything else is to be sent again. */
  public boolean isEnd() {
    return isHeld()
        || !(status == CONFLICT || status >= SERVER_ERROR || COME_BACK.contains(status));
  }

  /** Returns whether it says that the payment is booked. */
  boolean isDone() {
    return status / 100 == 2;
  }

  /** Returns whether it says that an operator is to decide: nobody waits for that here. */
  boolean isHeld() {
    return status == CONFLICT && body.contains(HELD);
  }

  /**
   * Returns whether its caller can't tell what became of the request. Lambda answers so for a
   * process that died, and a function where it does not know in time what it did.
   */
  boolean isInDoubt() {
    return status >= SERVER_ERROR || COME_BACK.contains(status);
  }
}
