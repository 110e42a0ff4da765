package dev.effectivelyonce.local.demo.check;

/** What the guarantee promises of a run, each in a line of the report. */
public enum Promise {
  NOT_LOST("nothing is lost"),
  NOT_OVERWRITTEN("no completion is overwritten"),
  COMMITTED_ONCE("effects committed with a record happen once"),
  PLAIN_EXPLAINED("plain effects repeat only as the policy allows"),
  REFUSED("what is refused has no effect"),
  IN_ORDER("the payments of an account keep their order"),
  SAGA_WHOLE("a saga ends whole, and charges once"),
  SENT_ON("a message is sent on if its order is done, and only then"),
  ANSWERED("an Idempotency-Key is paid once, and its answers agree"),
  TOPIC_ONCE("the records of a topic act once, in order"),
  FAULTS_REAL("the faults struck");

  private final String title;

  Promise(String title) {
    this.title = title;
  }

  /** Returns the promise in a few words. */
  public String title() {
    return title;
  }
}
