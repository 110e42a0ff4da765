package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;

/** The layout of a selection, and of what would become of it. */
record BulkDryRunDocument(BulkPreviewDocument preview, BulkDocument wouldBe) implements Document {
  @Override
  public String text() {
    return preview.text() + wouldBe.text() + "Nothing was written.\n";
  }

  @Override
  public ObjectNode json() {
    ObjectNode node = preview.json();
    node.put("dryRun", true);
    node.set("wouldBe", wouldBe.json());
    return node;
  }
}
