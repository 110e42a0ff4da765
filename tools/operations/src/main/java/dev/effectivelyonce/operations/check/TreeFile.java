package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.operations.problem.OperationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A file in JSON or YAML.
 *
 * @param path to read
 * @param shown what and which it is, for people
 * @param formats what to do about a file that is none
 */
record TreeFile(Path path, String shown, String formats) {
  static final int DEEPEST = 200;
  private static final int MOST_BYTES = 64 << 20;
  private static final String BEFORE_JSON = " \t\r\n\0\u00ef\u00bb\u00bf\u00fe\u00ff";
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
          .build();

  /**
   * What is in a file.
   *
   * @param root missing if the file is empty
   * @param lines in which the resources begin, from 1, by their ids
   */
  record Tree(JsonNode root, Map<String, Integer> lines) {}

  /**
   * Reads the file: JSON if it begins with a bracket, and otherwise YAML.
   *
   * @throws OperationException if it can't be read, or is neither
   */
  Tree read() {
    byte[] bytes = bytes();
    return isJson(bytes)
        ? new Tree(json(bytes), lines(bytes))
        : new YamlReader(this, text(bytes)).read();
  }

  private byte[] bytes() {
    try (InputStream input = Files.newInputStream(path)) {
      byte[] bytes = input.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw wrong("has more than " + (MOST_BYTES >> 20) + " MiB", "Name a smaller file");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw wrong("does not exist", "Correct the name");
    } catch (IOException e) {
      throw wrong("can't be read (" + e.getMessage() + ")", "Check the file");
    }
  }

  /** Spaces, marks of a byte order and the zeros of UTF-16 may be before its first bracket. */
  private static boolean isJson(byte[] bytes) {
    for (byte it : bytes) {
      char character = (char) (it & 0xff);
      if (BEFORE_JSON.indexOf(character) < 0) {
        return character == '{' || character == '[';
      }
    }
    return false;
  }

  private JsonNode json(byte[] bytes) {
    try {
      return new ObjectMapper(JSON)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .readTree(bytes);
    } catch (StreamConstraintsException e) {
      throw wrong("is nested too deep, or has a value that is too long", formats);
    } catch (JsonProcessingException e) {
      throw wrong("is not JSON, from line " + e.getLocation().getLineNr(), formats);
    } catch (IOException e) {
      throw wrong("can't be read (" + e.getMessage() + ")", formats);
    }
  }

  private Map<String, Integer> lines(byte[] bytes) {
    Map<String, Integer> lines = new HashMap<>();
    try (JsonParser parser = JSON.createParser(bytes)) {
      int depth = 0;
      boolean isInResources = false;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (token == JsonToken.FIELD_NAME && depth == 1) {
          isInResources = parser.currentName().equals("Resources");
        } else if (token == JsonToken.FIELD_NAME && depth == 2 && isInResources) {
          lines.put(parser.currentName(), parser.currentTokenLocation().getLineNr());
        }
      }
      return lines;
    } catch (IOException e) {
      throw wrong("can't be read (" + e.getMessage() + ")", formats);
    }
  }

  /** The text of YAML, which is UTF-8, or UTF-16 with its mark: Windows' shell writes that. */
  private String text(byte[] bytes) {
    int first = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    Charset charset =
        first == 0xfeff || first == 0xfffe ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw wrong("is no text in UTF-8", formats);
    }
  }

  OperationException wrong(String problem, String remedy) {
    return OperationException.usage(shown + " " + problem, remedy);
  }
}
