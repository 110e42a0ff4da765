package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.Optional;

/**
 * A request of the payments API, and how often its caller sends it.
 *
 * @param number its place in the plan, from 0
 * @param role {@link Role#FIRST}, or the poison that it is
 * @param key its Idempotency-Key; not sent where the role is to have none
 * @param kind what it is made to go through
 * @param way how its caller goes about it
 * @param accountId the account that it pays from
 * @param amountCents an amount that no other request of the account has, whatever its payload: it
 *     identifies the ledger's rows, since they hold no key
 * @param simulate the fault that it asks for
 */
public record PlannedRequest(
    int number,
    Role role,
    String key,
    Kind kind,
    Way way,
    String accountId,
    long amountCents,
    Optional<String> simulate) {
  /** How the accounts begin that only requests pay from. */
  static final String ACCOUNTS = "api-account-";

  private static final ConsumerName CONSUMER = new ConsumerName("payments-api");

  /** Whom the local function URL vouches for where a request is not signed. */
  private static final String CALLER = "iam arn:aws:iam::000000000000:user/local";

  private static final String ROUTE = "$default";

  /** How a caller goes about a request. Each sends until it has an answer that ends it. */
  public enum Way {
    /** The caller sends the request once. */
    ONCE(1),
    /** The caller sends the request twice at the same moment. */
    AT_ONCE(2),
    /** The caller sends the request once more when it was answered. */
    LATER(2),
    /** The caller hangs up while the request is handled, and sends it again. */
    HANGS_UP(1),
    /** The caller sends another payload under the key when the request was answered. */
    REUSED(1);

    private final int endings;

    Way(int endings) {
      this.endings = endings;
    }

    /**
     * Returns how many answers the caller gets in the end, those to another payload not counted.
     */
    public int endings() {
      return endings;
    }
  }

  /** What a request says. */
  public enum Payload {
    /** What it is about. */
    OWN,
    /** Something else, under the same key. */
    OTHER
  }

  /** Returns what the body says that is paid. */
  public long amountCents(Payload payload) {
    return switch (payload) {
      case OWN -> amountCents;
      case OTHER -> amountCents + 1;
    };
  }

  /** Returns what is sent. */
  public String body(Payload payload) {
    return Bodies.request(role, accountId, amountCents(payload));
  }

  /** The header Idempotency-Key; empty where it is left out. */
  public Optional<String> keyHeader() {
    return switch (role) {
      case MISSING_KEY -> Optional.empty();
      case BLANK_KEY -> Optional.of("\"   \"");
      default -> Optional.of(key);
    };
  }

  /** The id of the record of its key. */
  public RecordId recordId() {
    return RecordId.of(CONSUMER, BusinessKey.of(key).inScope(CALLER).inScope(ROUTE));
  }
}
