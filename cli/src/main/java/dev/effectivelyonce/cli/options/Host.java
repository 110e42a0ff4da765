package dev.effectivelyonce.cli.options;

import dev.effectivelyonce.core.engine.Platform;
import java.io.BufferedReader;
import java.nio.file.Path;

/**
 * Where a command runs.
 *
 * @param platform time and waiting
 * @param directory what relative paths start from
 * @param input what the user types
 */
public record Host(Platform platform, Path directory, BufferedReader input) {}
