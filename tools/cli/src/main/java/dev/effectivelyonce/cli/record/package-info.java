/** Commands on records: inspect, settle, forget. */
@NullMarked
package dev.effectivelyonce.cli.record;

import org.jspecify.annotations.NullMarked;
