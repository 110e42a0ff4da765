package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.operations.record.BulkPreview;
import dev.effectivelyonce.operations.record.Move;
import java.util.Locale;

/** The layout of a selection: how many records, the oldest ones, and the latest. */
record BulkPreviewDocument(BulkPreview preview, Move.Words words) implements Document {
  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    preview.sample().forEach(view -> text.append(TableDocument.line(view)));
    if (preview.count() > preview.sample().size()) {
      text.append("…\n");
      preview.last().map(TableDocument::line).ifPresent(text::append);
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%,d %s record%s of %s%s\n",
            preview.count(),
            preview.selection().state().counted(),
            preview.count() == 1 ? "" : "s",
            preview.selection().consumer().name(),
            preview.isCut() ? ", and maybe more: the limit is reached" : ""));
    return preview.unreadable() == 0
        ? text.toString()
        : text.append(
                String.format(
                    Locale.ROOT, "%,d that this release can't read\n", preview.unreadable()))
            .toString();
  }

  @Override
  public ObjectNode json() {
    return preview.json(words);
  }
}
