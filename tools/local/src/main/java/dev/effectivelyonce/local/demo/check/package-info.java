/** What the tables and queues hold after a run, judged against what was sent: pure. */
@NullMarked
package dev.effectivelyonce.local.demo.check;

import org.jspecify.annotations.NullMarked;
