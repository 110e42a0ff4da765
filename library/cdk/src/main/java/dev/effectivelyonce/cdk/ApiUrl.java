package dev.effectivelyonce.cdk;

/** The choice whether an API has a function URL. */
public enum ApiUrl {
  /** The API has a URL, for requests that are signed with IAM credentials. */
  AWS_IAM,
  /**
   * The API has no URL, because something else calls its alias, such as an HTTP API of API Gateway.
   */
  NONE
}
