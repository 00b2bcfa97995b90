/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.sample.BlobTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BlobsIT {

    /** Narrow fields beside values below and above every size at which the data path changes its way. */
    @Test
    void filesOfManySizesArriveByteForByte() throws SQLException {
        try (Pipe pipe = Kit.pipe("files").through(Pipe.AVRO)) {
            pipe.both(BlobTable.create("files"));
            try (Connection session = pipe.source().connect()) {
                BlobTable.fill(session, "files", 600, 1);
            }
            pipe.startSource("tables", "public.files");
            pipe.startSink();
            pipe.awaitCopied("public.files");
            String rows = "SELECT id, name, kind, created, octet_length(content), md5(content) FROM files ORDER BY id";
            List<List<String>> expected = pipe.source().rows(rows);
            List<List<String>> arrived = pipe.target().rows(rows);
            assertThat(arrived.stream().filter(row -> !expected.contains(row)).toList())
                    .as("rows that the source does not have")
                    .isEmpty();
            pipe.assertEqual("public.files");
        }
    }
}
