package dev.effectivelyonce.operations;

import dev.effectivelyonce.operations.aws.Connection;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The place to work at.
 *
 * @param config the file that names the consumers
 * @param stack the stack whose outputs the configuration names
 * @param outputs its outputs in a file; empty: the deployed stack is asked
 * @param connection where AWS is, and who asks
 */
public record OperatorContextSettings(
    Path config, Optional<String> stack, Optional<Path> outputs, Connection connection) {}
