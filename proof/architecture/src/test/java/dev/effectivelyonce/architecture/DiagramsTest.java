package dev.effectivelyonce.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.sourceforge.plantuml.BlockUml;
import net.sourceforge.plantuml.FileFormat;
import net.sourceforge.plantuml.FileFormatOption;
import net.sourceforge.plantuml.SourceStringReader;
import net.sourceforge.plantuml.preproc.Defines;
import org.junit.jupiter.api.Test;

/**
 * Each diagram is kept as text and as a picture, since a page shows the picture. A picture differs
 * from machine to machine by its fonts, so the text that PlantUML leaves in it is compared.
 *
 * <p>{@code make diagrams} runs this with {@code -Ddiagrams=draw}, which draws instead of failing.
 */
class DiagramsTest {
  private static final Path FOLDER = Project.ROOT.resolve("docs/diagrams");
  private final boolean isDrawing = System.getProperty("diagrams", "").equals("draw");

  @Test
  void everyPictureIsDrawnFromItsText() throws IOException {
    List<Path> texts;
    try (Stream<Path> files = Files.list(FOLDER)) {
      texts = files.filter(file -> file.toString().endsWith(".puml")).sorted().toList();
    }

    assertThat(texts).isNotEmpty();
    for (Path text : texts) {
      Path picture = Path.of(text.toString().replace(".puml", ".svg"));
      BlockUml diagram = diagram(text);
      if (isDrawing) {
        draw(diagram, picture);
      }
      assertThat(Files.readString(picture).contains(inComment(diagram.getEncodedUrl())))
          .as("%s is of its text; `make diagrams` draws it", Project.ROOT.relativize(picture))
          .isTrue();
    }
  }

  private static BlockUml diagram(Path text) throws IOException {
    String style = Files.readString(FOLDER.resolve("style.iuml"));
    String whole = Files.readString(text).replace("!include style.iuml", style);
    return new SourceStringReader(Defines.createEmpty(), whole, List.of()).getBlocks().getFirst();
  }

  /** Two hyphens would end a comment of XML. */
  private static String inComment(String encoded) {
    return "SRC=[" + encoded.replace("--", "- -") + "]";
  }

  private static void draw(BlockUml diagram, Path picture) throws IOException {
    ByteArrayOutputStream drawn = new ByteArrayOutputStream();
    diagram.getDiagram().exportDiagram(drawn, 0, new FileFormatOption(FileFormat.SVG));
    assertThat(drawn.toString(UTF_8)).doesNotContain("Syntax Error");
    Files.write(picture, drawn.toByteArray());
  }
}
