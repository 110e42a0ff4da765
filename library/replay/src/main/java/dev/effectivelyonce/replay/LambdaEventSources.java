package dev.effectivelyonce.replay;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.GetEventSourceMappingResponse;

/**
 * Reads the state of event source mappings. Needs {@code lambda:GetEventSourceMapping} on each of
 * them. Logs a warning for each one that is stopped.
 */
public final class LambdaEventSources {
  private static final Logger LOG = LoggerFactory.getLogger(LambdaEventSources.class);

  /** A mapping that is on its way is not stopped: it begins by itself. */
  private static final Set<String> WORKING = Set.of("Enabled", "Enabling", "Updating", "Creating");

  private static final String PROBLEM = "PROBLEM";

  /** The source is read, and the function fails: its own alarms ring. */
  private static final String FUNCTION_FAILED = "PROBLEM: Function call failed";

  private static final Duration ONE_CALL = Duration.ofSeconds(5);

  private final LambdaClient client;

  /** Creates an instance that asks by this client. */
  public LambdaEventSources(LambdaClient client) {
    this.client = client;
  }

  /**
   * Returns an instance for a Lambda function, with region and login of its environment. A call
   * that fails is made again, as the SDK does by default; each takes at most 5 seconds.
   */
  public static LambdaEventSources forLambda() {
    return new LambdaEventSources(
        LambdaClient.builder()
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .overrideConfiguration(it -> it.apiCallAttemptTimeout(ONE_CALL))
            .build());
  }

  /**
   * Returns why Lambda reads nothing by way of a mapping; empty if it reads. A mapping is stopped
   * if it is disabled or being disabled or deleted, if Lambda says that it has a problem with the
   * source, and if its state can't be read, for example because the mapping was deleted. A function
   * that fails is none of these.
   *
   * @param mappingId the mapping's id, a UUID
   */
  public Optional<String> whyStopped(String mappingId) {
    Optional<String> why = reason(mappingId);
    why.ifPresent(
        it ->
            LOG.atWarn()
                .addKeyValue("mapping", mappingId)
                .addKeyValue("why", it)
                .log("SOURCE_STOPPED"));
    return why;
  }

  private Optional<String> reason(String mappingId) {
    try {
      return reason(client.getEventSourceMapping(request -> request.uuid(mappingId)));
    } catch (AwsServiceException e) {
      String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
      return Optional.of("its state can't be read: %s (%s)".formatted(code, e.statusCode()));
    } catch (SdkException e) {
      return Optional.of("its state can't be read: " + e.getClass().getSimpleName());
    }
  }

  private static Optional<String> reason(GetEventSourceMappingResponse mapping) {
    String state = Optional.ofNullable(mapping.state()).orElse("not known");
    if (!WORKING.contains(state)) {
      String cause = Optional.ofNullable(mapping.stateTransitionReason()).orElse("no reason given");
      return Optional.of("its state is %s (%s)".formatted(state, cause));
    }
    return Optional.ofNullable(mapping.lastProcessingResult())
        .filter(it -> it.startsWith(PROBLEM) && !it.startsWith(FUNCTION_FAILED));
  }
}
