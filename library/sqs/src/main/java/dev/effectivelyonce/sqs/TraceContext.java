package dev.effectivelyonce.sqs;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The trace that a message belongs to. Anyone who may send a message chooses these texts, and they
 * end up in logs. So only well-formed ones are kept, which are short and hexadecimal.
 *
 * @param traceparent the W3C header of the message attribute {@code traceparent}
 * @param xrayTraceId the root of the X-Ray header that SQS passes on
 */
record TraceContext(Optional<String> traceparent, Optional<String> xrayTraceId) {
  /** The longest header that is looked at; real ones are shorter. */
  private static final int LONGEST_CHARS = 512;

  /** The four fields that stay; later versions may add fields behind a dash. */
  private static final Pattern W3C =
      Pattern.compile(
          "((?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2})(-.*)?");

  private static final Pattern XRAY =
      Pattern.compile("(?:[^;]*;)*Root=(1-[0-9a-f]{8}-[0-9a-f]{24})(?:;.*)?");

  private static final String FIRST_VERSION = "00-";

  static TraceContext of(SqsMessage message) {
    return new TraceContext(
        Optional.ofNullable(message.attributes().get("traceparent")).flatMap(TraceContext::w3c),
        message.traceHeader().flatMap(TraceContext::xray));
  }

  /** Returns the 32 hexadecimal digits that both forms share; the W3C header has precedence. */
  Optional<String> traceId() {
    return traceparent
        .map(header -> header.substring(3, 35))
        .or(() -> xrayTraceId.map(root -> root.substring(2).replace("-", "")));
  }

  private static Optional<String> w3c(String header) {
    return matched(W3C, header)
        .filter(it -> it.group(3) == null || !header.startsWith(FIRST_VERSION))
        .map(it -> it.group(1));
  }

  private static Optional<String> xray(String header) {
    return matched(XRAY, header).map(it -> it.group(1));
  }

  private static Optional<Matcher> matched(Pattern pattern, String header) {
    return header.length() > LONGEST_CHARS
        ? Optional.empty()
        : Optional.of(pattern.matcher(header)).filter(Matcher::matches);
  }
}
