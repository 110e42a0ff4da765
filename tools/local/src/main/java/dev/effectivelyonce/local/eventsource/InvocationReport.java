package dev.effectivelyonce.local.eventsource;

import dev.effectivelyonce.local.lambda.InvocationResult;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * One invocation by an event source, after its handled messages were deleted.
 *
 * @param batch the messages as received, in order
 * @param took from the call of the function to its result, a cold start included
 */
public record InvocationReport(
    List<Message> batch, InvocationResult result, BatchOutcome outcome, Duration took) {}
