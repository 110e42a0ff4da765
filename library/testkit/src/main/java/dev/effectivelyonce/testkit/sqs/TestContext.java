package dev.effectivelyonce.testkit.sqs;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Lambda context with a remaining time that follows a clock. With a {@code ManualClock} the time
 * does not change until the test moves the clock. After the time has run out, it is negative. Safe
 * for use by many threads.
 */
public final class TestContext implements Context {
  private final Clock clock;
  private volatile Instant deadline;

  /**
   * Creates the context of an invocation that has just begun and may take as long as the timeout.
   */
  public TestContext(Clock clock, Duration timeout) {
    this.clock = clock;
    this.deadline = clock.instant().plus(timeout);
  }

  /** Returns when Lambda ends the invocation. */
  public Instant deadline() {
    return deadline;
  }

  /** Moves the end of the invocation, even to a time in the past. */
  public void endAt(Instant newDeadline) {
    this.deadline = newDeadline;
  }

  @Override
  public int getRemainingTimeInMillis() {
    return Math.toIntExact(Duration.between(clock.instant(), deadline).toMillis());
  }

  @Override
  public String getAwsRequestId() {
    return "00000000-0000-4000-8000-000000000000";
  }

  @Override
  public String getLogGroupName() {
    return "/aws/lambda/" + getFunctionName();
  }

  @Override
  public String getLogStreamName() {
    return "test";
  }

  @Override
  public String getFunctionName() {
    return "consumer-under-test";
  }

  @Override
  public String getFunctionVersion() {
    return "$LATEST";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "arn:aws:lambda:"
        + SqsRecord.REGION
        + ":"
        + SqsRecord.ACCOUNT
        + ":function:"
        + getFunctionName();
  }

  @Override
  public @Nullable CognitoIdentity getIdentity() {
    return null;
  }

  @Override
  public @Nullable ClientContext getClientContext() {
    return null;
  }

  @Override
  public int getMemoryLimitInMB() {
    return 512;
  }

  /** Returns a logger that writes to standard output, as Lambda's does. */
  @Override
  public LambdaLogger getLogger() {
    return new StandardOutput();
  }

  private static final class StandardOutput implements LambdaLogger {
    @Override
    public void log(String message) {
      System.out.println(message);
    }

    @Override
    public void log(byte[] message) {
      log(new String(message, StandardCharsets.UTF_8));
    }
  }
}
