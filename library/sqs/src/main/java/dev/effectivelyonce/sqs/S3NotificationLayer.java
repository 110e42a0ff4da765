package dev.effectivelyonce.sqs;

import dev.effectivelyonce.sqs.EnvelopeJson.Kind;
import dev.effectivelyonce.sqs.EnvelopeJson.Part;
import java.util.List;

/** A notification of S3, with a record for each event. */
final class S3NotificationLayer implements Layer {
  private static final String NAME = "S3";
  private static final String TEST_EVENT = "s3:TestEvent";
  private static final int MOST_RECORDS = 1_000;

  @Override
  public List<Content> open(Content content) {
    EnvelopeJson envelope = EnvelopeJson.of(NAME, content.text());
    if (envelope.get("Event", Kind.STRING).filter(TEST_EVENT::equals).isPresent()) {
      return List.of();
    }
    List<Part> records =
        envelope
            .get("Records", Kind.ARRAY)
            .map(text -> EnvelopeJson.elements(NAME, text, MOST_RECORDS))
            .filter(all -> !all.isEmpty())
            .orElseThrow(() -> EnvelopeJson.unreadable(NAME, "no Records"));
    return records.stream().map(S3NotificationLayer::checked).map(content::with).toList();
  }

  private static String checked(Part record) {
    if (record.kind() != Kind.OBJECT
        || EnvelopeJson.of(NAME, record.text()).get("s3", Kind.OBJECT).isEmpty()) {
      throw EnvelopeJson.unreadable(NAME, "a record without s3");
    }
    return record.text();
  }
}
