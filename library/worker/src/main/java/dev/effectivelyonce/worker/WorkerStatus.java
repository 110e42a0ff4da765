package dev.effectivelyonce.worker;

/**
 * The state of a worker.
 *
 * @param state what it does
 * @param messages how many messages or records it handles, or deletes
 * @param queue how the last request for messages or records ended
 */
public record WorkerStatus(State state, int messages, Queue queue) {
  /** What a worker does. */
  public enum State {
    /** It has not been started. */
    NEW,
    /** It receives messages, or polls records, and handles them. */
    RUNNING,
    /** It receives no more, and waits for the handlers that run. */
    STOPPING,
    /** It has ended. */
    STOPPED,
    /** Its process can't go on and has to be replaced. */
    FAILED
  }

  /** How the last request for messages or records ended. */
  public enum Queue {
    /** None has ended yet. */
    UNKNOWN,
    /**
     * SQS answered, perhaps without messages. For Kafka: this process is a member of its group, and
     * brokers send something. For RabbitMQ: the connection is open, and the broker delivers what
     * the queue has.
     */
    ANSWERS,
    /** The service could not be reached, or refused the request. The worker tries again. */
    AWAY
  }

  /** Returns whether the process can go on; if not, it has to be replaced. */
  public boolean isLive() {
    return state != State.FAILED;
  }

  /** Returns whether it receives messages. */
  public boolean isReady() {
    return state == State.RUNNING && queue == Queue.ANSWERS;
  }
}
