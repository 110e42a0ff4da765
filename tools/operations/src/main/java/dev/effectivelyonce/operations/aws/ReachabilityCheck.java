package dev.effectivelyonce.operations.aws;

import dev.effectivelyonce.core.Causes;
import dev.effectivelyonce.operations.problem.NoAnswerException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context.FailedExecution;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Tells apart that nobody listens at an endpoint.
 *
 * @param remedy what to do then, without a full stop
 */
record ReachabilityCheck(String remedy) implements ExecutionInterceptor {
  @Override
  public Throwable modifyException(FailedExecution failed, ExecutionAttributes attributes) {
    Throwable problem = failed.exception();
    return isUnanswered(problem)
        ? failed.httpRequest().<Throwable>map(sent -> unanswered(sent, problem)).orElse(problem)
        : problem;
  }

  /**
   * Returns an exception of the SDK's own class: its interceptors that come after this one insist
   * on that.
   */
  private SdkClientException unanswered(SdkHttpRequest sent, Throwable problem) {
    NoAnswerException cause = new NoAnswerException(address(sent), remedy, problem);
    return SdkClientException.create(cause.problem(), cause);
  }

  private static boolean isUnanswered(Throwable problem) {
    return Causes.of(problem)
        .anyMatch(
            it ->
                it instanceof ConnectException
                    || it instanceof UnknownHostException
                    || it instanceof NoRouteToHostException);
  }

  private static URI address(SdkHttpRequest request) {
    return URI.create(request.protocol() + "://" + request.getUri().getRawAuthority());
  }
}
