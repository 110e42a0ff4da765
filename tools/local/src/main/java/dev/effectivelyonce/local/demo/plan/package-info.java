/** What the demo sends, and what must become of it: pure, from one seed or from a file. */
@NullMarked
package dev.effectivelyonce.local.demo.plan;

import org.jspecify.annotations.NullMarked;
