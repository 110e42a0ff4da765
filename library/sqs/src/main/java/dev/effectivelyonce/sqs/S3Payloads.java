package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.InvalidObjectStateException;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Reads payloads from one S3 bucket, with one request each. It needs {@code s3:GetObject} on the
 * objects, and {@code s3:ListBucket} on the bucket, because without it S3 gives the same answer for
 * a missing object as for a missing permission. Pointers to other buckets are refused. Add the
 * dependency {@code software.amazon.awssdk:s3} yourself, because this module does not include it.
 * Safe for use by many threads.
 */
public final class S3Payloads implements PayloadReader {
  private static final int FORBIDDEN = 403;

  private final Supplier<S3Client> client;
  private final String bucket;

  /**
   * @param client supplies the client; called for each payload, by many threads, so return the same
   *     client each time
   * @param bucket the only bucket that is read
   */
  public S3Payloads(Supplier<S3Client> client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  /**
   * Returns a reader of the bucket in {@value EnvironmentVariables#PAYLOAD_BUCKET}. It creates its
   * own client for the first payload.
   *
   * @throws ConfigurationException if the variable is missing
   */
  public static S3Payloads from(Map<String, String> environment) {
    return new S3Payloads(
        new LazyS3Client(),
        EnvironmentVariables.required(environment, EnvironmentVariables.PAYLOAD_BUCKET));
  }

  @Override
  public byte[] read(PayloadPointer pointer) throws IOException {
    if (!pointer.bucket().equals(bucket)) {
      throw new UnreadableMessageException(
          "S3 payload envelope: its bucket is not the one that this consumer reads",
          "Send payloads to that bucket, or give S3Payloads the other one");
    }
    try (ResponseInputStream<GetObjectResponse> object =
        client.get().getObject(request -> request.bucket(bucket).key(pointer.key()))) {
      // One byte more shows an object that grew; the rest of it is not fetched.
      byte[] payload = object.readNBytes(pointer.bytes() + 1);
      if (payload.length > pointer.bytes()) {
        object.abort();
      }
      return payload;
    } catch (NoSuchKeyException e) {
      throw new UnreadableMessageException(
          "S3 payload envelope: its object is missing",
          "Send the event again. Keep payloads for as long as queue and dead-letter queue keep"
              + " messages");
    } catch (NoSuchBucketException e) {
      throw new ConfigurationException(
          "S3 payload envelope: its bucket is missing", "Create it, or name the right one");
    } catch (InvalidObjectStateException e) {
      throw new ConfigurationException(
          "S3 payload envelope: its object is archived",
          "Restore it, and keep payloads out of archives while their messages live");
    } catch (S3Exception e) {
      throw e.statusCode() == FORBIDDEN ? refused() : e;
    }
  }

  private static ConfigurationException refused() {
    return new ConfigurationException(
        "S3 payload envelope: the right to read its object is missing",
        "Allow s3:GetObject on the bucket's objects, s3:ListBucket on the bucket, and kms:Decrypt"
            + " on its key if it has one");
  }

  /** Makes a client that suits a Lambda function, at the first call. */
  private static final class LazyS3Client implements Supplier<S3Client> {
    private @Nullable S3Client client;

    @Override
    public synchronized S3Client get() {
      if (client == null) {
        client = S3Client.builder().httpClientBuilder(UrlConnectionHttpClient.builder()).build();
      }
      return client;
    }
  }
}
