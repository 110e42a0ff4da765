package dev.effectivelyonce.operations.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that nobody but their owner may read, where the file system knows owners. */
public final class PrivateFile {
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  private PrivateFile() {}

  /**
   * Opens a file. A new one is private from its beginning; one that exists is private from now on.
   *
   * @throws IOException if it can't be opened, or can't be made private
   */
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    FileAttribute<?>[] rights =
        file.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)}
            : new FileAttribute<?>[0];
    FileChannel channel = FileChannel.open(file, Set.of(options), rights);
    try {
      if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(file, OWNER);
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Writes a new file. Its content and its name are on the disk when this returns.
   *
   * @throws IOException if there is such a file already, or it can't be written
   */
  public static void create(Path file, String content) throws IOException {
    try (FileChannel channel =
        open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      write(channel, content.getBytes(StandardCharsets.UTF_8));
      channel.force(true);
    }
    forceName(file);
  }

  /**
   * Writes all bytes where the channel stands.
   *
   * @throws IOException if it can't be written; a part may have been
   */
  public static void write(FileChannel channel, byte[] bytes) throws IOException {
    for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
      channel.write(left);
    }
  }

  /**
   * Forces a file's name to the disk. Otherwise a crash of the machine may lose the name, and all
   * that is in the file with it.
   */
  public static void forceName(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      return;
    }
    try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
      names.force(true);
    } catch (IOException e) {
      // Some systems open no directories, and keep names by themselves.
    }
  }
}
