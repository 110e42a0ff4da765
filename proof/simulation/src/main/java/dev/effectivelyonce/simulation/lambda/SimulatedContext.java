package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an invocation knows of itself.
 *
 * @param id of the invocation
 * @param now the true time: what remains is told by Lambda, not by the process's clock
 * @param deadline when Lambda ends it, in true time
 */
public record SimulatedContext(String id, Supplier<Instant> now, Instant deadline)
    implements Context {
  @Override
  public int getRemainingTimeInMillis() {
    return Math.toIntExact(Duration.between(now.get(), deadline).toMillis());
  }

  @Override
  public String getAwsRequestId() {
    return id;
  }

  @Override
  public String getLogGroupName() {
    return "simulated";
  }

  @Override
  public String getLogStreamName() {
    return "simulated";
  }

  @Override
  public String getFunctionName() {
    return "simulated";
  }

  @Override
  public String getFunctionVersion() {
    return "1";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "simulated";
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

  @Override
  public @Nullable LambdaLogger getLogger() {
    return null;
  }
}
