package dev.effectivelyonce.operations.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.operations.file.PrivateFile;
import dev.effectivelyonce.operations.problem.OperationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Dead letters in a file, a line of JSON each, which nobody but its owner may read. What {@link
 * #save} was called for is on the disk when it returns. A line that a crash has cut off is taken
 * away when the file is opened again. Safe for use by many threads; one process has it at a time.
 */
public final class LetterFile implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BEGINNING = "{\"MessageId\":";

  private final Path file;
  private final FileChannel channel;
  private final Set<String> kept = new HashSet<>();
  private final ReentrantLock writing = new ReentrantLock();
  private final ReentrantLock forcing = new ReentrantLock();
  private volatile long forcedUpTo;

  LetterFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Returns the file that a consumer's letters are saved in, unless another is named. */
  public static Path nameFor(String consumer) {
    return Path.of("dead-letters-of-" + consumer + ".jsonl");
  }

  /**
   * Opens a file to add letters to it; there need be none yet.
   *
   * @throws OperationException if it can't be used, is another command's now, or holds anything
   *     else
   */
  public static LetterFile open(Path file) {
    try {
      FileChannel channel =
          PrivateFile.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      LetterFile letters = new LetterFile(file, channel);
      try {
        letters.begin();
        return letters;
      } catch (IOException | RuntimeException e) {
        letters.close();
        throw e;
      }
    } catch (IOException | UncheckedIOException e) {
      throw unusable(file, e);
    }
  }

  private void begin() throws IOException {
    long size = channel.size();
    // Read before it is locked: the lock would end with the reading.
    long length = whole(size);
    lock();
    if (channel.size() != size) {
      throw busy();
    }
    channel.truncate(length);
    channel.position(length);
    channel.force(true);
    PrivateFile.forceName(file);
  }

  private void lock() throws IOException {
    try {
      if (channel.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // This process has it open already.
    }
    throw busy();
  }

  private OperationException busy() {
    return OperationException.refused(
        "Another command writes into " + file, "Wait for its end, or name another file");
  }

  /** Returns the length of the whole lines, and notes which letters they hold. */
  private long whole(long size) throws IOException {
    long length = 0;
    // A byte is a character of this encoding, so that lengths are those of the file.
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
        String line = each.next();
        if (length + line.length() == size) {
          return cutOff(line, length);
        }
        kept.add(identity(line));
        length += line.length() + 1;
      }
    }
    if (length != size) {
      throw foreign();
    }
    return length;
  }

  /** A line of something else is not taken away, but refused. */
  private long cutOff(String line, long length) {
    if (line.startsWith(BEGINNING) || BEGINNING.startsWith(line)) {
      return length;
    }
    throw foreign();
  }

  private String identity(String line) {
    try {
      JsonNode letter = JSON.readTree(line.getBytes(StandardCharsets.ISO_8859_1));
      if (letter.hasNonNull("MessageId") && letter.path("saved").hasNonNull("by")) {
        return identity(letter);
      }
    } catch (IOException e) {
      // It is refused below.
    }
    throw foreign();
  }

  private OperationException foreign() {
    return OperationException.usage(
        "The file " + file + " holds something else than dead letters", "Name another file");
  }

  /** A letter that is corrected otherwise is another one; counts of SQS's are no part of it. */
  private static String identity(JsonNode letter) {
    String identity =
        letter.path("MessageId").asText() + " " + letter.path("saved").path("by").asText();
    JsonNode copy = letter.path("copy");
    return copy.isMissingNode()
        ? identity
        : identity
            + " "
            + Fingerprint.of(copy.path("Body").asText(), copy.path("MessageAttributes").toString())
                .value();
  }

  /** Returns where it is. */
  public Path path() {
    return file;
  }

  /**
   * Writes a letter, unless the same was written for the same purpose before.
   *
   * @return whether it was written now
   * @throws OperationException if it can't be written
   */
  boolean save(ObjectNode letter) {
    try {
      long end = append(identity(letter), letter);
      if (end > 0) {
        force(end);
      }
      return end > 0;
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  private long append(String identity, ObjectNode letter) throws IOException {
    byte[] line = (JSON.writeValueAsString(letter) + "\n").getBytes(StandardCharsets.UTF_8);
    writing.lock();
    try {
      if (kept.contains(identity)) {
        return 0;
      }
      write(line);
      kept.add(identity);
      return channel.position();
    } finally {
      writing.unlock();
    }
  }

  /** What a full disk cuts off must not stand before the next letter. */
  private void write(byte[] line) throws IOException {
    long begin = channel.position();
    try {
      PrivateFile.write(channel, line);
    } catch (IOException e) {
      channel.truncate(begin);
      throw e;
    }
  }

  /** Letters that were written meanwhile are forced together. */
  private void force(long end) throws IOException {
    forcing.lock();
    try {
      if (forcedUpTo < end) {
        long upTo = written();
        channel.force(false);
        forcedUpTo = upTo;
      }
    } finally {
      forcing.unlock();
    }
  }

  /** A line that is being written may yet be taken away. */
  private long written() throws IOException {
    writing.lock();
    try {
      return channel.position();
    } finally {
      writing.unlock();
    }
  }

  private static OperationException unusable(Path file, Exception cause) {
    return OperationException.unreachable(
        "The file " + file + " can't be written (" + cause.getClass().getSimpleName() + ")",
        "Check its folder, its rights and the space on its disk; then run again",
        cause);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }
}
