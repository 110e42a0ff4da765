package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.Arrays;
import java.util.Optional;

/** Why a message is in a dead-letter queue. */
public enum Cause {
  NOT_JSON("not JSON", Role.NOT_JSON),
  WRONG_TYPE("JSON of another type", Role.WRONG_TYPE),
  MISSING_KEY("no business key", Role.MISSING_KEY),
  BLANK_KEY("blank business key", Role.BLANK_KEY),
  KEY_REUSED("key reused with another payload", Role.REUSED_KEY),
  PERMANENT("permanent failure of the handler", Kind.PERMANENT),
  OVER_BALANCE("payment over the balance", Kind.OVER_BALANCE),
  NO_ACCOUNT("payment of an account without a row", Kind.NO_ACCOUNT),
  EXHAUSTED("retryable to the end", Kind.RETRYABLE_ALWAYS),
  WENT_BACK("its saga went back"),
  /** The saga is half way: a replay goes on from there. */
  STOPPED("stopped half way"),
  /** The abandoned claim waits for an operator. */
  HELD("held for an operator"),
  /**
   * The receives were used up by processes that died with the message in their batch, or by faults.
   */
  WORN_OUT("received too often: deaths, faults"),
  /**
   * The function handled the message, and it was not deleted in time: it came back as a duplicate.
   */
  NOT_DELETED("handled, not deleted in time"),
  /** No cause explains the dead letter. */
  NONE("without cause");

  private final String label;
  private final Optional<Role> role;
  private final Optional<Kind> kind;

  Cause(String label) {
    this(label, Optional.empty(), Optional.empty());
  }

  Cause(String label, Role role) {
    this(label, Optional.of(role), Optional.empty());
  }

  Cause(String label, Kind kind) {
    this(label, Optional.empty(), Optional.of(kind));
  }

  Cause(String label, Optional<Role> role, Optional<Kind> kind) {
    this.label = label;
    this.role = role;
    this.kind = kind;
  }

  /** Returns the cause that a message's role is by itself. */
  static Optional<Cause> of(Role role) {
    return Arrays.stream(values()).filter(it -> it.role.equals(Optional.of(role))).findFirst();
  }

  /** Returns the cause that an event's kind is by itself. */
  static Optional<Cause> of(Kind kind) {
    return Arrays.stream(values()).filter(it -> it.kind.equals(Optional.of(kind))).findFirst();
  }

  Optional<Role> role() {
    return role;
  }

  Optional<Kind> kind() {
    return kind;
  }

  /** Returns the cause in words, for reports. */
  public String label() {
    return label;
  }
}
