package dev.effectivelyonce.operations.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is saved is its owner's alone, and nothing else is lost for it. */
class PrivateFileTest {
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  private Path file = Path.of("");

  @BeforeEach
  void open(@TempDir Path folder) {
    file = folder.resolve("it.json");
  }

  @Test
  void aNewFileIsItsOwnersAlone() throws IOException {
    assumePosix();

    PrivateFile.create(file, "ä\n");

    assertThat(file).content().isEqualTo("ä\n");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(OWNER);
  }

  @Test
  void aFileThatOthersCouldReadIsNoLongerTheirs() throws IOException {
    assumePosix();
    Files.writeString(file, "before");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    PrivateFile.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();

    assertThat(file).content().isEqualTo("before");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(OWNER);
  }

  @Test
  void whatIsThereIsNeverOverwritten() throws IOException {
    Files.writeString(file, "before");

    assertThatThrownBy(() -> PrivateFile.create(file, "after"))
        .isInstanceOf(FileAlreadyExistsException.class);

    assertThat(file).content().isEqualTo("before");
  }

  private void assumePosix() {
    assumeThat(file.getFileSystem().supportedFileAttributeViews()).contains("posix");
  }
}
