package dev.effectivelyonce.operations.bench;

import com.sun.net.httpserver.HttpExchange;
import dev.effectivelyonce.sqs.LocalSqs;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Stands in for SQS and DynamoDB with a dead-letter queue of any length, whose letters it makes
 * when they are received. A third of them have a failed record.
 */
public final class ManyLetters extends LoopbackService {
  private static final String QUEUE = "many";
  private static final Pattern ID = Pattern.compile("\"id\":\\{\"S\":\"([^\"]+)\"}");
  private static final Pattern SHOWN = Pattern.compile("\"VisibilityTimeout\":0\\b");
  private static final Pattern MOST = Pattern.compile("\"MaxNumberOfMessages\":(\\d+)");

  private final int count;
  private final String padding;
  private final long sentMillis;
  private final AtomicInteger received = new AtomicInteger();
  private final AtomicInteger givenBack = new AtomicInteger();

  /** A queue of so many letters that were sent then, with bodies of about so many bytes. */
  public ManyLetters(int count, int bodyBytes, long sentMillis) {
    this.count = count;
    this.padding = "x".repeat(bodyBytes);
    this.sentMillis = sentMillis;
  }

  /** Returns the configuration of the consumer "orders" of this queue. */
  public String config() {
    return """
    {"consumers":[{"name":"orders","queue":"%s","table":"many","key":"/orderId",\
    "retention":"P19D"}]}
    """
        .formatted(QUEUE);
  }

  /** Returns how many letters were received. */
  public int receivedCount() {
    return Math.min(received.get(), count);
  }

  /** Returns how many letters were made visible again. */
  public int givenBackCount() {
    return givenBack.get();
  }

  @Override
  Answer answer(HttpExchange exchange, String target, byte[] body) {
    String request = new String(body, StandardCharsets.UTF_8);
    return new Answer(
        200,
        switch (target.substring(target.indexOf('.') + 1)) {
          case "GetQueueUrl" -> queueUrl(request);
          case "GetQueueAttributes" -> attributes(request);
          case "ListDeadLetterSourceQueues" -> "{\"queueUrls\":[\"%s\"]}".formatted(url(QUEUE));
          case "ReceiveMessage" -> letters(number(MOST.matcher(request)));
          case "ChangeMessageVisibilityBatch" -> shown(request);
          default -> record(request);
        });
  }

  private String queueUrl(String request) {
    return "{\"QueueUrl\":\"%s\"}"
        .formatted(url(request.contains("-dead") ? QUEUE + "-dead" : QUEUE));
  }

  private String url(String name) {
    return endpoint() + "/" + LocalSqs.ACCOUNT + "/" + name;
  }

  private String attributes(String request) {
    String arn = LocalSqs.ARN + QUEUE;
    if (request.contains("NotVisible")) {
      return "{\"Attributes\":{\"ApproximateNumberOfMessages\":\"%s\"}}".formatted(count);
    }
    return request.contains("-dead")
        ? """
        {"Attributes":{"QueueArn":"%s-dead","MessageRetentionPeriod":"1209600",\
        "ApproximateNumberOfMessages":"%s"}}\
        """
            .formatted(arn, count)
        : """
        {"Attributes":{"QueueArn":"%s","MessageRetentionPeriod":"345600",\
        "RedrivePolicy":"{\\"deadLetterTargetArn\\":\\"%s-dead\\",\\"maxReceiveCount\\":3}"}}\
        """
            .formatted(arn, arn);
  }

  private String letters(int most) {
    int from = received.getAndAdd(most);
    return IntStream.range(from, Math.min(from + most, count))
        .mapToObj(this::letter)
        .collect(Collectors.joining(",", "{\"Messages\":[", "]}"));
  }

  private String letter(int number) {
    String body = "{\"orderId\":\"O-%s\",\"more\":\"%s\"}".formatted(number, padding);
    return String.format(
        Locale.ROOT,
        """
        {"MessageId":"00000000-0000-4000-8000-%012d","ReceiptHandle":"%s-%d","MD5OfBody":"%s",\
        "Body":"%s","Attributes":{"SentTimestamp":"%d","ApproximateReceiveCount":"1",\
        "DeadLetterQueueSourceArn":"%s"}}\
        """,
        number,
        "h".repeat(350),
        number,
        md5(body),
        body.replace("\"", "\\\""),
        sentMillis,
        LocalSqs.ARN + QUEUE);
  }

  private String shown(String request) {
    givenBack.addAndGet(Math.toIntExact(SHOWN.matcher(request).results().count()));
    return "{\"Successful\":[],\"Failed\":[]}";
  }

  private String record(String request) {
    Matcher id = ID.matcher(request);
    return id.find() && id.group(1).hashCode() % 3 == 0
        ? """
        {"Item":{"id":{"S":"%s"},"status":{"S":"FAILED"},"owner":{"S":"owner-1"},\
        "attempt":{"N":"1"},"schema":{"N":"1"},"error":{"S":"com.example.CardDeclined at 7"},\
        "expiration":{"N":"%s"},"updated_at":{"N":"%s"},"in_progress_expiration":{"N":"%s"}}}\
        """
            .formatted(id.group(1), sentMillis / 1000 + 1_000_000, sentMillis, sentMillis)
        : "{}";
  }

  private static int number(Matcher found) {
    return found.find() ? Integer.parseInt(found.group(1)) : 1;
  }

  private static String md5(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
