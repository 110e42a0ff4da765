package dev.effectivelyonce.operations.deployed;

import dev.effectivelyonce.operations.aws.Clients;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.problem.AwsErrors;
import dev.effectivelyonce.operations.problem.NoAnswerException;
import dev.effectivelyonce.operations.problem.OperationException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** Something that was looked up, or why it was not. */
public sealed interface LookupResult<T> {
  /** The fact that was looked up. */
  record Value<T>(T value) implements LookupResult<T> {}

  /** The lookup failed, with what to do, without a full stop. */
  record Unknown<T>(String why, String remedy) implements LookupResult<T> {}

  /** The service was not asked, for want of an endpoint. */
  record NotAsked<T>(Service service) implements LookupResult<T> {}

  /** Returns the fact, if it is known. */
  default Optional<T> known() {
    return this instanceof Value<T>(T value) ? Optional.of(value) : Optional.empty();
  }

  /** Returns what is looked up with the fact; what is not known, or not asked, stays so. */
  default <R> LookupResult<R> then(Function<T, LookupResult<R>> next) {
    return switch (this) {
      case Value<T>(T value) -> next.apply(value);
      case Unknown<T>(String why, String remedy) -> new Unknown<>(why, remedy);
      case NotAsked<T>(Service service) -> new NotAsked<>(service);
    };
  }

  /**
   * Asks a service. If some services on this machine stand in for those of AWS, AWS itself is not
   * asked.
   *
   * @throws OperationException if AWS knows nobody by these credentials
   */
  static <T> LookupResult<T> ask(Clients clients, Service service, Supplier<T> call) {
    return clients.isLeftOut(service) ? new NotAsked<>(service) : lookUp(call);
  }

  private static void refuse(OperationException unauthenticated) {
    throw unauthenticated;
  }

  /** Looks it up. Only what AWS or the network refuses is unknown; the rest is thrown. */
  private static <T> LookupResult<T> lookUp(Supplier<T> call) {
    try {
      return new Value<>(call.get());
    } catch (AwsServiceException e) {
      AwsErrors.unauthenticated(e).ifPresent(LookupResult::refuse);
      return new Unknown<>(AwsErrors.refusal(e), AwsErrors.remedy(e));
    } catch (SdkException e) {
      return NoAnswerException.in(e)
          .map(it -> new Unknown<T>("nothing answers there", it.problem() + ": " + it.remedy()))
          .orElseGet(
              () ->
                  new Unknown<>(
                      "there is no usable answer (" + e.getClass().getSimpleName() + ")",
                      AwsErrors.BY_HAND));
    }
  }
}
