package dev.effectivelyonce.benchmarks.coldstart;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes SQS batches of orders, none like another. */
final class Orders {
  private final AtomicInteger made = new AtomicInteger();

  String batch(int messages) {
    return IntStream.range(0, messages)
        .mapToObj(ignored -> message(made.incrementAndGet()))
        .collect(Collectors.joining(",", "{\"Records\":[", "]}"));
  }

  private static String message(int number) {
    return String.format(
        Locale.ROOT,
        """
        {"messageId":"00000000-0000-4000-8000-%012d","receiptHandle":"receipt-%1$d",
         "body":"{\\"orderId\\":\\"O-%1$d\\",\\"customerId\\":\\"C-7\\",\\"totalCents\\":995,\\"currency\\":\\"EUR\\",\\"placedAt\\":\\"2026-11-01T10:00:00Z\\"}",
         "attributes":{"ApproximateReceiveCount":"1","SentTimestamp":"1793527200000",
          "SenderId":"AIDAEXAMPLE","ApproximateFirstReceiveTimestamp":"1793527200010"},
         "messageAttributes":{},"md5OfBody":"00000000000000000000000000000000",
         "eventSource":"aws:sqs","eventSourceARN":"arn:aws:sqs:us-east-1:000000000000:orders",
         "awsRegion":"us-east-1"}\
        """,
        number);
  }
}
