package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.operations.record.BulkResult;
import java.util.Optional;

/**
 * The layout of what became of many records, or of what would become of them.
 *
 * @param dryRun the selection, where nothing was written
 * @param words what is done
 */
record BulkDocument(Optional<BulkPreviewDocument> dryRun, BulkResult result, String words)
    implements Document {
  @Override
  public String text() {
    StringBuilder text = new StringBuilder(dryRun.map(BulkPreviewDocument::text).orElse(""));
    result
        .details()
        .forEach(
            left ->
                text.append("left  ")
                    .append(left.record().map(id -> id + "  ").orElse(""))
                    .append(Output.oneLine(left.problem()))
                    .append('\n'));
    line(text, words, Integer.toString(result.done()));
    line(text, "left", Integer.toString(result.left()));
    line(text, "matched before", Integer.toString(result.matched()));
    line(
        text,
        "ended by",
        result.end() + result.problem().map(it -> "  " + it.problem()).orElse(""));
    return text.append(dryRun.isPresent() ? "Nothing was written.\n" : "").toString();
  }

  @Override
  public ObjectNode json() {
    return dryRun.map(this::dryRunJson).orElseGet(result::json);
  }

  private ObjectNode dryRunJson(BulkPreviewDocument preview) {
    ObjectNode node = preview.json();
    node.put("dryRun", true);
    node.set("wouldBe", result.json());
    return node;
  }

  private void line(StringBuilder text, String name, String value) {
    int width = Math.max(22, words.length());
    text.append(name)
        .append(" ".repeat(width - name.length() + 1))
        .append(Output.oneLine(value))
        .append('\n');
  }
}
