package dev.effectivelyonce.sqs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** Base64 of gzip of text in UTF-8. SQS takes no bytes, so gzip comes in base64 alone. */
final class GzipLayer implements Layer {
  static final String NAME = "gzip";

  private final int maxBytes;

  GzipLayer(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public List<Content> open(Content content) {
    return List.of(content.with(NAME, unpacked(content.bytes())));
  }

  /** Stops at the limit: a kilobyte may unpack to a megabyte. */
  private byte[] unpacked(byte[] packed) {
    try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      byte[] bytes = stream.readNBytes(maxBytes);
      if (bytes.length == maxBytes && stream.read() >= 0) {
        throw EnvelopeJson.unreadable(
            NAME, String.format(Locale.ROOT, "unpacked it is larger than %,d bytes", maxBytes));
      }
      return bytes;
    } catch (IOException e) {
      throw EnvelopeJson.unreadable(NAME, "no gzip, or only a part of it");
    }
  }
}
