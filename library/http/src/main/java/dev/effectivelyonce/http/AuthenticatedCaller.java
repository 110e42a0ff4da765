package dev.effectivelyonce.http;

import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the caller that the authorizer of API Gateway or of the function URL vouches for. */
final class AuthenticatedCaller {
  private static final String AUTHORIZER = "/requestContext/authorizer/";

  /** The ARN of a role's session, whose name can't hold a slash. */
  private static final Pattern SESSION_OF_A_ROLE =
      Pattern.compile("(arn:[^:]*:sts:[^:]*:[^:]*:assumed-role/.+)/[^/]*");

  private AuthenticatedCaller() {}

  /** Returns the caller; all sessions of a role are one caller. */
  static Optional<String> of(ApiRequest request) {
    return of(request, AuthenticatedCaller::withoutSession);
  }

  static Optional<String> withSession(ApiRequest request) {
    return of(request, arn -> arn);
  }

  private static Optional<String> of(ApiRequest request, UnaryOperator<String> principal) {
    return field(request, "iam/cognitoIdentity/identityId")
        .map("cognito "::concat)
        .or(() -> field(request, "iam/userArn").map(arn -> "iam " + principal.apply(arn)))
        .or(() -> subject(request))
        .or(() -> field(request, "lambda/principalId").map("lambda "::concat));
  }

  /** Returns the JWT's subject with its issuer, since subjects are unique within their issuer. */
  private static Optional<String> subject(ApiRequest request) {
    return field(request, "jwt/claims/sub")
        .map(sub -> "jwt " + field(request, "jwt/claims/iss").orElse("") + " " + sub);
  }

  private static String withoutSession(String arn) {
    Matcher session = SESSION_OF_A_ROLE.matcher(arn);
    return session.matches() ? session.group(1) : arn;
  }

  private static Optional<String> field(ApiRequest request, String where) {
    return request.at(AUTHORIZER + where).filter(value -> !value.isBlank());
  }
}
