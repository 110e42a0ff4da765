package dev.effectivelyonce.cdk;

/** Whether an API has a function URL. */
public enum ApiUrl {
  /** It has one, for requests that are signed with IAM credentials. */
  AWS_IAM,
  /** It has none: something else calls its alias, such as an HTTP API of API Gateway. */
  NONE
}
