package dev.effectivelyonce.operations.deadletters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.json.Json;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What counts as being on the disk. */
class LetterFileTest {
  @Test
  void aLineThatIsBeingWrittenDoesNotCountAsForced() throws InterruptedException {
    SlowDisk disk = new SlowDisk();
    LetterFile file = new LetterFile(Path.of("letters.jsonl"), disk);

    Thread[] savers =
        IntStream.range(0, 4)
            .mapToObj(
                saver ->
                    Thread.ofPlatform()
                        .start(
                            () -> {
                              for (int i = 0; i < 200; i++) {
                                file.save(Json.object().put("MessageId", saver + "-" + i));
                              }
                            }))
            .toArray(Thread[]::new);
    for (Thread saver : savers) {
      saver.join();
    }

    assertThat(disk.hasToldOfAPart).isFalse();
  }

  /** A file that takes a byte at a time. */
  private static final class SlowDisk extends FileChannel {
    private final AtomicBoolean hasToldOfAPart = new AtomicBoolean();
    private volatile boolean isWithinLine;
    private volatile long position;

    @Override
    public synchronized int write(ByteBuffer bytes) {
      isWithinLine = bytes.get() != '\n';
      position = position + 1;
      Thread.yield();
      return 1;
    }

    @Override
    public long position() {
      if (isWithinLine) {
        hasToldOfAPart.set(true);
      }
      return position;
    }

    @Override
    public void force(boolean metaData) {}

    @Override
    public int read(ByteBuffer bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] bytes, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] bytes, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long newPosition) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long size() {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel truncate(long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long from, long count, WritableByteChannel target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long from, long count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer bytes, long from) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer bytes, long from) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long from, long length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long from, long length, boolean isShared) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long from, long length, boolean isShared) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void implCloseChannel() {}
  }
}
