/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobAttempt;
import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobRows;
import io.pgcopy.connect.blob.PendingBlob;
import io.pgcopy.connect.blob.PendingBlob.Place;
import io.pgcopy.connect.config.ChunkConfig;
import io.pgcopy.connect.config.ChunkConfig.Policy;
import io.pgcopy.connect.config.ChunkConfig.Reported;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a partition's tracker decides, done: rows in memory, rows in lanes, reports. */
final class PartitionChunks implements BlobRows<SinkRecord> {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionChunks.class);
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final TopicPartition id;
    private final ChunkParts parts;
    private final Map<Long, AssembledRow> assembled = new HashMap<>();
    private final Map<Long, BlobLane> lanes = new HashMap<>();
    private final Refusals refusals;

    PartitionChunks(TopicPartition id, ChunkParts parts, Refusals refusals) {
        this.id = id;
        this.parts = parts;
        this.refusals = refusals;
    }

    @Override
    public ByteBuffer slice(SinkRecord record, BlobChunk chunk) {
        if (!(record.value() instanceof Struct value)) {
            return NOTHING;
        }
        Field field = value.schema().field(chunk.column());
        Object content = field == null ? null : value.get(field);
        if (content instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }
        if (content instanceof ByteBuffer bytes) {
            return bytes.duplicate();
        }
        return content instanceof String text ? ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)) : NOTHING;
    }

    @Override
    public Outcome begin(PendingBlob blob, SinkRecord head) {
        if (refusals.has(blob.attempt().id())) {
            return Outcome.REFUSED;
        }
        if (blob.place() == Place.MEMORY) {
            assembled.put(blob.attempt().id(), new AssembledRow(blob.manifest(), head));
            return Outcome.DONE;
        }
        BlobLane lane = parts.lanes().take();
        lanes.put(blob.attempt().id(), lane);
        return step(blob, lane, () -> {
            if (parts.ordered() || refers(head)) {
                settle();
            }
            lane.begin(head, blob.manifest(), parts.encoder(), parts.storage(), parts.tuple());
        });
    }

    @Override
    public Outcome append(PendingBlob blob, BlobChunk chunk, ByteBuffer slice) {
        AssembledRow row = assembled.get(blob.attempt().id());
        if (row != null) {
            row.append(slice);
            return Outcome.DONE;
        }
        BlobLane lane = lane(blob);
        return step(blob, lane, () -> lane.append(slice));
    }

    @Override
    public Outcome finish(PendingBlob blob, SinkRecord tail) {
        AssembledRow row = assembled.remove(blob.attempt().id());
        if (row != null) {
            return step(blob, null, () -> {
                SinkRecord whole = row.record(tail);
                parts.main().write(whole);
                parts.encoder().sliced(whole, blob.manifest().names());
            });
        }
        BlobLane lane = lane(blob);
        Outcome outcome = step(blob, lane, () -> {
            if (refers(tail)) {
                settle();
            }
            finish(blob, lane);
        });
        if (outcome == Outcome.DONE) {
            give(blob, lane);
            parts.lanes().worked();
            parts.main().streamed();
            parts.metrics().streamed(blob.manifest().bytes());
            LOG.debug("{}: {} is written", id, blob);
        }
        return outcome;
    }

    // Rows that came before it are in the main batch, perhaps those that it refers to.
    private boolean refers(SinkRecord record) {
        return !parts.encoder().plan(record).refersTo().isEmpty();
    }

    private void settle() {
        if (!parts.main().settle()) {
            throw new RetriableException("rows before it are not written yet");
        }
    }

    private void finish(PendingBlob blob, BlobLane lane) {
        try {
            lane.finish(session -> parts.marks().mark(session, id, blob));
        } catch (ChunkMarks.AlreadyWritten e) {
            LOG.info("{}: {}", id, e.getMessage());
            lane.abort();
        }
    }

    @Override
    public void abandon(PendingBlob blob, String why) {
        LOG.info("{}: {} is not written now: {}", id, blob, why);
        assembled.remove(blob.attempt().id());
        BlobLane lane = lanes.get(blob.attempt().id());
        if (lane != null) {
            lane.abort();
            give(blob, lane);
        }
    }

    @Override
    public Disposition broken(@Nullable PendingBlob blob, long offset, String reason) {
        String message = (blob == null
                        ? "Record of " + id + " at offset " + offset
                        : id + ": " + blob + " from offset " + blob.headOffset() + " to " + offset)
                + " " + reason + ".";
        if (parts.config().policy() == Policy.DROP) {
            parts.metrics().rowDropped();
            LOG.warn("Dropped, since {}=drop: {}", ChunkConfig.POLICY, message);
            return Disposition.DROP;
        }
        if (parts.config().policy() == Policy.DLQ && parts.reports().possible()) {
            LOG.warn("Reported to the dead letter queue: {}", message);
            return Disposition.REPORT;
        }
        throw new ConnectException(message + " Set " + ChunkConfig.POLICY + "=drop to go on without it, or =dlq with"
                + " errors.tolerance=all and a dead letter queue to set it aside.");
    }

    @Override
    public void older(BlobAttempt attempt, long headOffset) {
        String what = "{}: row {} at offset {} is left out, since its reader has begun anew before: it should come, or"
                + " have come, from there. Where that is not so, two source connectors feed the topic that call their"
                + " splits alike";
        if (parts.metrics().rowOlder() == 0) {
            LOG.warn(what + "; more of them are counted in the metric RowsOlder", id, attempt, headOffset);
        } else {
            LOG.debug(what, id, attempt, headOffset);
        }
    }

    @Override
    public void report(@Nullable PendingBlob blob, SinkRecord record, String reason) {
        boolean head = blob == null || record.originalKafkaOffset() == blob.headOffset();
        if (parts.config().reported() == Reported.HEAD && !head) {
            return;
        }
        String why = blob == null || !reason.isEmpty()
                ? reason
                : refusals.reason(blob.attempt().id());
        String what = blob == null ? "Slice" : blob + " from offset " + blob.headOffset() + " to " + blob.lastOffset();
        parts.reports().report(record, new DataException(id + ": " + what + ": " + why));
    }

    // Does something that can fail, and says what that means to the row.
    private Outcome step(PendingBlob blob, @Nullable BlobLane lane, Runnable work) {
        try {
            work.run();
            return Outcome.DONE;
        } catch (RetriableException e) {
            LOG.info("{}: {} is read again: {}", id, blob, e.getMessage());
            return end(blob, lane, Outcome.LOST);
        } catch (FencedException e) {
            parts.main().fail(e);
            return end(blob, lane, Outcome.LOST);
        } catch (DatabaseException e) {
            return failed(blob, lane, e);
        } catch (DataException e) {
            end(blob, lane, Outcome.REFUSED);
            return refused(blob, lane, e);
        }
    }

    private Outcome failed(PendingBlob blob, @Nullable BlobLane lane, DatabaseException found) {
        DatabaseException error = lane != null && found.outcome() == SqlOutcome.DATA ? lane.blame(found) : found;
        end(blob, lane, Outcome.LOST);
        if (error.outcome().retriable()) {
            parts.lanes().lost(blob.attempt().id(), error);
            return Outcome.LOST;
        }
        if (error.outcome() == SqlOutcome.SCHEMA && parts.main().replan(id + ": " + blob + ": " + error.getMessage())) {
            return Outcome.LOST;
        }
        if (error.outcome() == SqlOutcome.DATA) {
            return refused(blob, lane, error);
        }
        throw located(blob, error);
    }

    // The row itself is bad.
    private Outcome refused(PendingBlob blob, @Nullable BlobLane lane, ConnectException error) {
        if (!parts.reports().possible()) {
            throw located(blob, error);
        }
        if (lane != null) {
            parts.main().streamed();
        }
        parts.reports().refused(error);
        refusals.add(blob.attempt().id(), blob.lastOffset(), error.getMessage());
        return Outcome.REFUSED;
    }

    private ConnectException located(PendingBlob blob, ConnectException error) {
        return new ConnectException(
                id + ": " + blob + " from offset " + blob.headOffset() + ": " + error.getMessage(), error);
    }

    private Outcome end(PendingBlob blob, @Nullable BlobLane lane, Outcome outcome) {
        assembled.remove(blob.attempt().id());
        if (lane != null) {
            lane.abort();
            give(blob, lane);
        }
        return outcome;
    }

    private void give(PendingBlob blob, BlobLane lane) {
        lanes.remove(blob.attempt().id());
        parts.lanes().give(lane);
    }

    private BlobLane lane(PendingBlob blob) {
        return Objects.requireNonNull(lanes.get(blob.attempt().id()), "row has no lane");
    }
}
