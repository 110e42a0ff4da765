package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.record.TraceParent;
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

  private static final Pattern XRAY =
      Pattern.compile("(?:[^;]*;)*Root=(1-[0-9a-f]{8}-[0-9a-f]{24})(?:;.*)?");

  private static final Pattern XRAY_PARENT =
      Pattern.compile("(?:[^;]*;)*\\s*Parent=([0-9a-f]{16})(?:;.*)?");

  private static final Pattern XRAY_SAMPLED = Pattern.compile("(?:[^;]*;)*\\s*Sampled=1(?:;.*)?");

  static TraceContext of(SqsMessage message) {
    return new TraceContext(
        w3c(message).map(TraceParent::value), message.traceHeader().flatMap(TraceContext::xray));
  }

  /** Returns the span in which a message was sent; the W3C header has precedence. */
  static Optional<TraceParent> sender(SqsMessage message) {
    return w3c(message).or(() -> message.traceHeader().flatMap(TraceContext::xrayParent));
  }

  /** Returns the 32 hexadecimal digits that both forms share; the W3C header has precedence. */
  Optional<String> traceId() {
    return traceparent
        .map(header -> header.substring(3, 35))
        .or(() -> xrayTraceId.map(TraceContext::digits));
  }

  private static Optional<TraceParent> w3c(SqsMessage message) {
    return Optional.ofNullable(message.attributes().get("traceparent")).flatMap(TraceParent::parse);
  }

  private static Optional<TraceParent> xrayParent(String header) {
    String flags = matched(XRAY_SAMPLED, header).isPresent() ? "01" : "00";
    return xray(header)
        .flatMap(
            root ->
                matched(XRAY_PARENT, header)
                    .map(it -> "00-" + digits(root) + "-" + it.group(1) + "-" + flags))
        .flatMap(TraceParent::parse);
  }

  private static String digits(String xrayRoot) {
    return xrayRoot.substring(2).replace("-", "");
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
