/** The commands on records: inspect, settle, erase, forget; and how results are laid out. */
@NullMarked
package dev.effectivelyonce.cli.record;

import org.jspecify.annotations.NullMarked;
