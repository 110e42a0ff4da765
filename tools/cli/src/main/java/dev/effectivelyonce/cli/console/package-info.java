/** Shows dead letters, records and status in a browser on this machine. */
@NullMarked
package dev.effectivelyonce.cli.console;

import org.jspecify.annotations.NullMarked;
