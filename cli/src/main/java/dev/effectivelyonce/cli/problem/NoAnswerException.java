package dev.effectivelyonce.cli.problem;

import java.net.URI;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Nothing listens where a request was sent. */
public final class NoAnswerException extends SdkClientException {
  private static final long serialVersionUID = 1L;

  private final URI address;
  private final String remedy;

  /** At an address; the remedy is without a full stop. */
  public NoAnswerException(URI address, String remedy, Throwable cause) {
    super(builder().message("Nothing answers at " + address).cause(cause));
    this.address = address;
    this.remedy = remedy;
  }

  /** Where nothing listens. */
  public URI address() {
    return address;
  }

  String remedy() {
    return remedy;
  }
}
