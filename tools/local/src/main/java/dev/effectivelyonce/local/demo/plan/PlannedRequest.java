package dev.effectivelyonce.local.demo.plan;

/**
 * A request of the payments API, and how often its caller sends it.
 *
 * @param number its place in the plan, from 0
 * @param event its Idempotency-Key, account, and an amount that no other request of the account
 *     has, whatever its payload: it identifies the ledger's rows, since they hold no key
 * @param way how its caller goes about it
 */
public record PlannedRequest(int number, Event event, Way way) {
  /** How a caller goes about a request. Each sends until it has an answer that ends it. */
  public enum Way {
    /** The caller sends the request once. */
    ONCE,
    /** The caller sends the request twice at the same moment. */
    AT_ONCE,
    /** The caller sends the request once more when it was answered. */
    LATER,
    /** The caller hangs up while the request is handled, and sends it again. */
    HANGS_UP,
    /** The caller sends another payload under the key when the request was answered. */
    REUSED,
    /** The caller sends once what is no JSON. */
    NOT_JSON,
    /** The caller sends once, and no key. */
    WITHOUT_KEY
  }

  /** What a request says. */
  public enum Payload {
    /** What it is about. */
    OWN,
    /** Something else, under the same key. */
    OTHER
  }

  /** Returns whether it can only be refused, before there is a record. */
  public boolean isMalformed() {
    return way == Way.NOT_JSON || way == Way.WITHOUT_KEY;
  }

  /** Returns whether only a death, held for an operator, may keep it from being booked. */
  public boolean isToBePaid() {
    return !isMalformed() && event.kind().fate() == Kind.Fate.APPLIED;
  }

  /** Returns how many answers its caller gets in the end, those to another payload not counted. */
  public int endings() {
    return way == Way.AT_ONCE || way == Way.LATER ? 2 : 1;
  }

  /** Returns what the body says that is paid. Amounts are even but for other payloads. */
  public long amountCents(Payload payload) {
    return payload == Payload.OTHER ? event.otherCents() : event.amountCents();
  }

  /** Returns what tells its row of the ledger from others: account and amount. */
  public String row(Payload payload) {
    return event.account() + ": " + amountCents(payload);
  }

  /** Returns what is sent. */
  public String body(Payload payload) {
    String good = Bodies.of(event, amountCents(payload));
    return way == Way.NOT_JSON ? good.substring(0, good.length() / 2) : good;
  }

  @Override
  public String toString() {
    return "%s (%s)".formatted(event.key(), way);
  }
}
