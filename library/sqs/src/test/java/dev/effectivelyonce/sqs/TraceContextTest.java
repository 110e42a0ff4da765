package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.core.record.TraceParent;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String PARENT = "00f067aa0ba902b7";
  private static final String W3C = "00-" + TRACE + "-" + PARENT + "-01";
  private static final String XRAY = "1-5759e988-bd862e3fe1be46a994272793";

  @Test
  void readsTheTraceparentOfTheMessageAttributes() {
    TraceContext trace = context(W3C, "");

    assertThat(trace.traceparent()).contains(W3C);
    assertThat(trace.traceId()).contains(TRACE);
    assertThat(trace.xrayTraceId()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Root=" + XRAY + ";Parent=53995c3f42cd8ad8;Sampled=1",
        "Root=" + XRAY,
        "Self=1-67891234-12456789abcdef012345678;Root=" + XRAY + ";Lineage=a87bd80c:1"
      })
  void readsTheRootOfTheXRayHeader(String header) {
    TraceContext trace = context("", header);

    assertThat(trace.xrayTraceId()).contains(XRAY);
    assertThat(trace.traceId()).contains("5759e988bd862e3fe1be46a994272793");
    assertThat(trace.traceparent()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1, 01",
    "Root=1-5759e988-bd862e3fe1be46a994272793; Parent=53995c3f42cd8ad8; Sampled=0, 00",
    "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8, 00"
  })
  void theSenderIsTheParentOfTheXRayHeader(String header, String flags) {
    assertThat(TraceContext.sender(message("", header)))
        .contains(new TraceParent("00-5759e988bd862e3fe1be46a994272793-53995c3f42cd8ad8-" + flags));
  }

  @Test
  void theTraceparentIsTheSenderIfThereAreBoth() {
    assertThat(TraceContext.sender(message(W3C, "Root=" + XRAY + ";Parent=53995c3f42cd8ad8")))
        .contains(new TraceParent(W3C));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Root=" + XRAY,
        "Parent=53995c3f42cd8ad8",
        "Root=" + XRAY + ";Parent=0000000000000000",
        "Root=" + XRAY + ";Parent=53995C3F42CD8AD8",
        "Root=" + XRAY + ";Parent=53995c3f42cd8ad8x"
      })
  void anXRayHeaderWithoutAParentHasNoSender(String header) {
    assertThat(TraceContext.sender(message("", header))).isEmpty();
  }

  @Test
  void theTraceparentGoesFirstAndBothAreKept() {
    TraceContext trace = context(W3C, "Root=" + XRAY);

    assertThat(trace.traceId()).contains(TRACE);
    assertThat(trace.xrayTraceId()).contains(XRAY);
  }

  @Test
  void aLaterVersionIsReadAsFarAsItIsKnown() {
    String later = "01-" + TRACE + "-" + PARENT + "-01";

    assertThat(context(later + "-whatever\nelse", "").traceparent()).isEmpty();
    assertThat(context(later + "-whatever", "").traceparent()).contains(later);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        W3C + "-more",
        W3C + "\n",
        " " + W3C,
        "ff-" + TRACE + "-" + PARENT + "-01",
        "00-00000000000000000000000000000000-" + PARENT + "-01",
        "00-" + TRACE + "-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + PARENT + "-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-" + PARENT + "-01",
        "00-${jndi:ldap://evil}-" + PARENT + "-01"
      })
  void anythingElseIsNoTraceparent(String header) {
    assertThat(context(header, "")).isEqualTo(NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Root=1-5759e988-bd862e3fe1be46a99427279",
        "Root=1-5759e988-bd862e3fe1be46a994272793x;Sampled=1",
        "Root=2-5759e988-bd862e3fe1be46a994272793",
        "NotRoot=" + XRAY,
        "Root=${jndi:ldap://evil}",
        "Root=" + XRAY + "\n;Sampled=1"
      })
  void anythingElseIsNoXRayHeader(String header) {
    assertThat(context("", header)).isEqualTo(NONE);
  }

  @Test
  void nothingBehindARealHeadersLengthIsLookedAt() {
    String endless = "x".repeat(100_000);
    String longest = "01-" + TRACE + "-" + PARENT + "-01-" + "x".repeat(512 - 56);

    assertThat(context(longest, "").traceparent()).isPresent();
    assertThat(context(longest + "x", "")).isEqualTo(NONE);

    assertThat(context("01-" + TRACE + "-" + PARENT + "-01-" + endless, endless + ";Root=" + XRAY))
        .isEqualTo(NONE);
  }

  private static final TraceContext NONE = new TraceContext(Optional.empty(), Optional.empty());

  private static TraceContext context(String traceparent, String traceHeader) {
    return TraceContext.of(message(traceparent, traceHeader));
  }

  private static SqsMessage message(String traceparent, String traceHeader) {
    MessageAttribute attribute = new MessageAttribute();
    attribute.setStringValue(traceparent);
    SQSMessage message = new SQSMessage();
    message.setMessageAttributes(Map.of("traceparent", attribute));
    message.setAttributes(Map.of("AWSTraceHeader", traceHeader));
    return SqsMessage.of(message);
  }
}
