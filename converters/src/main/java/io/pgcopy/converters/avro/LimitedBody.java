/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** An answer's body as an array, as long as it is not larger than allowed. */
final class LimitedBody implements BodySubscriber<byte[]> {
    private final int maxBytes;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    LimitedBody(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription newSubscription) {
        subscription = newSubscription;
        newSubscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer.remaining() > maxBytes - received.size()) {
                stop();
                return;
            }
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            received.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(received.toByteArray());
    }

    private void stop() {
        if (subscription != null) {
            subscription.cancel();
        }
        body.completeExceptionally(new IOException("the answer has more than " + maxBytes + " bytes"));
    }
}
