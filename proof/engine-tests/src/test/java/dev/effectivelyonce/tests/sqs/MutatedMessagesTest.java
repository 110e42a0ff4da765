package dev.effectivelyonce.tests.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import dev.effectivelyonce.tests.sources.MutatedJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever is wrong with a message, the others of its batch run, and the batch is answered. */
class MutatedMessagesTest {
  private static final int EVENTS = 1_000;
  private static final long SEED = 20_261;
  private static final JsonFactory JSON = new JsonFactory();

  private final Bench bench = new Bench();

  @Test
  void noneHoldsAnother() {
    SqsStreamHandler handler = new SqsStreamHandler(bench.consumer().build());
    Random random = new Random(SEED);
    int refused = 0;
    int reported = 0;
    for (int i = 1; i <= EVENTS; i++) {
      byte[] event = event(MutatedJson.of(message("odd-" + i), random), message("good-" + i));
      try {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream(event), answer, bench.context);
        reported += answer.toString(UTF_8).contains("itemIdentifier") ? 1 : 0;
        assertThat(bench.ran()).as(told(event, i)).contains("good-" + i);
      } catch (IllegalStateException unnamed) {
        // What failed and has no id can't be reported.
        assertThat(unnamed).as(told(event, i)).hasMessageContaining("without a message id");
        assertThat(bench.ran()).as(told(event, i)).contains("good-" + i);
      } catch (ConfigurationException noBatch) {
        refused++;
      } catch (IOException damaged) {
        assertThat(isJson(event)).as(told(event, i)).isFalse();
        refused++;
      } catch (RuntimeException | Error bug) {
        fail(told(event, i), bug);
      }
    }
    assertThat(bench.ran()).doesNotHaveDuplicates().anyMatch(it -> it.startsWith("odd"));
    assertThat(reported).isPositive();
    assertThat(refused).isBetween(1, EVENTS * 2 / 3);
  }

  private static String message(String order) {
    return """
    {"messageId":"m-%s","receiptHandle":"r-%s","md5OfBody":"0",
    "body":"{\\"orderId\\":\\"%s\\",\\"amountCents\\":1}",
    "attributes":{"ApproximateReceiveCount":"1","SentTimestamp":"1545082649183",
    "AWSTraceHeader":"Root=1-5759e988-bd862e3fe1be46a994272793"},
    "messageAttributes":{"trace":{"stringValue":"t","stringListValues":[],
    "binaryListValues":[],"dataType":"String"},"raw":{"binaryValue":"iVA=","dataType":"Binary"}},
    "eventSource":"aws:sqs","eventSourceARN":"arn:aws:sqs:eu-central-1:123456789012:orders",
    "awsRegion":"eu-central-1"}\
    """
        .formatted(order, order, order);
  }

  private static byte[] event(byte[] first, String second) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("{\"Records\":[".getBytes(UTF_8));
    bytes.writeBytes(first);
    bytes.writeBytes(("," + second + "]}").getBytes(UTF_8));
    return bytes.toByteArray();
  }

  private static boolean isJson(byte[] event) {
    try (JsonParser parser = JSON.createParser(event)) {
      while (parser.nextToken() != null) {
        parser.getValueAsString();
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String told(byte[] event, int index) {
    return "Event %s of seed %s: %s".formatted(index, SEED, new String(event, UTF_8));
  }
}
