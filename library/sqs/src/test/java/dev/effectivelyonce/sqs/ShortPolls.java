package dev.effectivelyonce.sqs;

import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/**
 * Lets no test wait for messages: an empty answer of ElasticMQ's says that there are none. SQS says
 * so by long polls alone. The SDK finds this class by its name in {@code execution.interceptors}.
 */
public final class ShortPolls implements ExecutionInterceptor {
  @Override
  public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
    return context.request() instanceof ReceiveMessageRequest receive
        ? receive.toBuilder().waitTimeSeconds(0).build()
        : context.request();
  }
}
