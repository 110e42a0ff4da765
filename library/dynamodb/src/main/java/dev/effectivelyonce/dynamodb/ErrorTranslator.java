package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.core.store.StoreException.Kind.DENIED;
import static dev.effectivelyonce.core.store.StoreException.Kind.MISCONFIGURED;
import static dev.effectivelyonce.core.store.StoreException.Kind.THROTTLED;
import static dev.effectivelyonce.core.store.StoreException.Kind.UNREACHABLE;

import dev.effectivelyonce.core.store.StoreException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Translates exceptions of the SDK to faults of the store: kind, problem and remedy. */
final class ErrorTranslator {
  private static final Set<String> CONTENDED =
      Set.of(
          "ReplicatedWriteConflictException",
          "TransactionConflictException",
          "TransactionInProgressException");
  private static final Set<String> THROTTLES =
      Set.of(
          "ProvisionedThroughputExceededException",
          "RequestLimitExceeded",
          "ThrottlingException",
          "Throttling",
          "LimitExceededException");

  /** Why a transaction was cancelled, if a table throttles it. */
  private static final Set<String> THROTTLING_REASONS =
      Set.of("ProvisionedThroughputExceeded", "ThrottlingError");

  private static final Set<String> DENIALS =
      Set.of(
          "AccessDeniedException",
          "ExpiredTokenException",
          "IncompleteSignatureException",
          "InvalidSignatureException",
          "MissingAuthenticationTokenException",
          "UnrecognizedClientException");

  /** DynamoDB's texts that quote expressions, which hold no values. All other texts may. */
  private static final Pattern ABOUT_EXPRESSIONS = Pattern.compile("Invalid \\w+Expression: .*");

  private final DynamoDbClient client;
  private final String table;

  ErrorTranslator(DynamoDbClient client, String table) {
    this.client = client;
    this.table = table;
  }

  StoreException translate(SdkException e) {
    return switch (e) {
      case AwsServiceException answer -> answered(answer);
      case AbortedException interrupted -> interrupted(interrupted);
      default -> unanswered(e);
    };
  }

  /** Returns whether the same call may succeed later. */
  static boolean isTransient(SdkException e) {
    return !(e instanceof AwsServiceException answer)
        || answer.statusCode() >= 500
        || isThrottling(answer)
        || CONTENDED.contains(code(answer));
  }

  /** Returns whether DynamoDB refuses the request itself as wrong. */
  static boolean isValidation(SdkException e) {
    return e instanceof AwsServiceException answer && code(answer).equals("ValidationException");
  }

  /** Returns whether a policy denies the action, as opposed to bad credentials. */
  static boolean isAccessDenied(SdkException e) {
    return e instanceof AwsServiceException answer && code(answer).equals("AccessDeniedException");
  }

  private StoreException answered(AwsServiceException e) {
    String code = code(e);
    Optional<TableArn> elsewhere = elsewhere();
    if (elsewhere.isPresent() && e.statusCode() < 500 && !isThrottling(e)) {
      return inAnotherRegion(e, elsewhere.get());
    }
    if (code.equals("ResourceNotFoundException")) {
      return missingTable(e);
    }
    if (code.equals("ValidationException")) {
      return refused(e);
    }
    if (DENIALS.contains(code) || e.statusCode() == 403) {
      return denied(e, code);
    }
    if (isThrottling(e)) {
      return throttled(e, code);
    }
    if (CONTENDED.contains(code)) {
      return contended(e);
    }
    return e.statusCode() >= 500 ? unanswered(e) : rejected(e, code);
  }

  private static boolean isThrottling(AwsServiceException e) {
    return THROTTLES.contains(code(e)) || e.isThrottlingException() || e.statusCode() == 429;
  }

  private StoreException missingTable(AwsServiceException e) {
    return new StoreException(
        MISCONFIGURED,
        "The table \"" + table + "\" does not exist in this account and " + region(),
        "Create it with the partition key \"id\" (String), or correct the table name and the"
            + " Region",
        e);
  }

  /** Returns the table's own place, if its ARN names another Region than that of the client. */
  private Optional<TableArn> elsewhere() {
    return Optional.ofNullable(client.serviceClientConfiguration().region())
        .flatMap(asked -> TableArn.of(table).filter(it -> !it.region().equals(asked.id())));
  }

  private StoreException inAnotherRegion(AwsServiceException e, TableArn place) {
    return new StoreException(
        MISCONFIGURED,
        "The table \"%s\" is in the Region %s, and its client asks in %s"
            .formatted(table, place.region(), region()),
        "Make the client for the table's Region, or name a table of the client's Region",
        e);
  }

  private StoreException refused(AwsServiceException e) {
    if (message(e).contains("specified index")) {
      return missingIndex(e);
    }
    return new StoreException(
        MISCONFIGURED,
        "The table \"" + table + "\" refuses this library's requests: " + describe(e),
        "Use a table with the partition key \"id\" (String) and no sort key",
        null);
  }

  private StoreException missingIndex(AwsServiceException e) {
    return new StoreException(
        MISCONFIGURED,
        "The table \"" + table + "\" has no index \"" + Attributes.LISTING_INDEX + "\"",
        "Deploy the table as this release describes it, and wait until the index is active",
        e);
  }

  private StoreException denied(AwsServiceException e, String code) {
    return new StoreException(
        DENIED,
        "Access to the table \"" + table + "\" is denied (" + code + ")",
        "Grant dynamodb:PutItem and dynamodb:UpdateItem on it to this role, and the use of its"
            + " key if it has one",
        e);
  }

  private StoreException throttled(AwsServiceException e, String code) {
    return new StoreException(
        THROTTLED,
        "The table \"" + table + "\" throttles requests (" + code + ")",
        "Lower the concurrency of its consumers, or raise the capacity of the table",
        e);
  }

  /**
   * Returns the fault of a cancelled transaction; a reason that lasts counts before one that
   * passes.
   *
   * @param own how many of its first actions are the store's own
   */
  StoreException cancelled(TransactionCanceledException e, int own) {
    return reason(e, own, Cancellation.INVALID)
        .map(code -> rejected(e, code))
        .or(
            () ->
                reason(e, e.cancellationReasons().size(), THROTTLING_REASONS)
                    .map(code -> throttled(e, code)))
        .orElseGet(() -> contended(e));
  }

  private static Optional<String> reason(
      TransactionCanceledException e, int first, Set<String> codes) {
    return e.cancellationReasons().stream()
        .limit(first)
        .map(reason -> String.valueOf(reason.code()))
        .filter(codes::contains)
        .findFirst();
  }

  /** Returns the fault that the item is held, here or in another Region, or a table throttles. */
  StoreException contended(AwsServiceException e) {
    return new StoreException(
        THROTTLED,
        "A write of the record in the table \"" + table + "\" met another, or a limit",
        "Try again; if it lasts, look for long transactions on this table, and for writes of it in"
            + " other Regions",
        e);
  }

  private StoreException rejected(AwsServiceException e, String code) {
    return new StoreException(
        MISCONFIGURED,
        "DynamoDB rejected a request to the table \"" + table + "\" (" + code + ")",
        "Look up what DynamoDB means by it: " + describe(e),
        null);
  }

  /** Returns the fault of an interrupt, which the SDK has restored; the caller decides about it. */
  private StoreException interrupted(AbortedException e) {
    return new StoreException(
        UNREACHABLE,
        "The thread was interrupted during a call to the table \"" + table + "\"",
        "Find out who interrupts this thread; a handler must not",
        e);
  }

  private StoreException unanswered(SdkException e) {
    return new StoreException(
        UNREACHABLE,
        "The table \"%s\" in %s gave no usable answer (%s)"
            .formatted(table, region(), e.getClass().getSimpleName()),
        "Try again; if it lasts, check the network, the endpoint and the credentials",
        e);
  }

  /** Returns the Region in which the client looks for the table. */
  private String region() {
    return Optional.ofNullable(client.serviceClientConfiguration().region())
        .map(it -> "the Region " + it.id())
        .orElse("the Region of its client");
  }

  /** Returns what may be logged of a refusal: DynamoDB's own text may quote an item. */
  static String describe(SdkException e) {
    if (!(e instanceof AwsServiceException answer)) {
      return e.getClass().getSimpleName();
    }
    String text = message(answer);
    String shown = ABOUT_EXPRESSIONS.matcher(text).matches() ? ": " + text : "";
    return code(answer) + shown + " (request " + answer.requestId() + ")";
  }

  private static String code(AwsServiceException e) {
    AwsErrorDetails details = e.awsErrorDetails();
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }

  private static String message(AwsServiceException e) {
    AwsErrorDetails details = e.awsErrorDetails();
    return details == null || details.errorMessage() == null
        ? "no message"
        : details.errorMessage();
  }
}
