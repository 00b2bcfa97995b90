/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.StorageConfig;
import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Compression;
import io.pgcopy.connect.type.Storage;
import io.pgcopy.connect.type.StoredColumn;
import io.pgcopy.connect.type.TableId;
import io.pgcopy.connect.type.ToastSettings;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StorageReportTest {
    private static final ColumnFinding FILES =
            new ColumnFinding(StorageFinding.WASTED, 32, 0, 0.97, 11.6, 0.1, 0, false);
    private static final ColumnFinding JSON = new ColumnFinding(StorageFinding.PAYS, 500, 0.68, 0, 20, 1.7, 0, false);

    @Test
    void namesTheWasteTheGainAndTheStatement() {
        ColumnVerdict verdict = verdict(List.of(column("photos", Storage.EXTENDED, true)), false, FILES);

        assertThat(StorageReport.finding(FILES))
                .isEqualTo("97 % of the bytes of 32 values sampled would be worked on by pglz, for about 11.6 ms of"
                        + " server CPU per MB, to save 0 %");
        assertThat(StorageReport.conclusion(verdict))
                .isEqualTo("To spare 11.6 ms of server CPU per MB: ALTER TABLE \"public\".\"photos\" ALTER COLUMN"
                        + " \"b\" SET STORAGE EXTERNAL");
    }

    @Test
    void asksTheOwnerWhereWeAreNot() {
        ColumnVerdict verdict = verdict(List.of(column("photos", Storage.EXTENDED, false)), false, FILES);

        assertThat(StorageReport.conclusion(verdict))
                .endsWith("SET STORAGE EXTERNAL (the role of this connector does not own the table: ask its owner)");
    }

    @Test
    void saysWhatLz4DoesAlreadyAndForWhomItDoesNot() {
        ColumnVerdict verdict = verdict(List.of(column("photos", Storage.EXTENDED, true)), true, FILES);

        assertThat(verdict.wish()).isEqualTo(Compression.LZ4);
        assertThat(StorageReport.conclusion(verdict))
                .isEqualTo("This connector's transactions use lz4, which spares nearly all of it; for other writers:"
                        + " ALTER TABLE \"public\".\"photos\" ALTER COLUMN \"b\" SET STORAGE EXTERNAL");
    }

    @Test
    void namesTheBytesThatCompressionWouldSave() {
        ColumnVerdict verdict = verdict(List.of(column("docs", Storage.EXTERNAL, true)), false, JSON);

        assertThat(StorageReport.finding(JSON)).isEqualTo("compression saves 68 % of the bytes of 500 values sampled");
        assertThat(StorageReport.conclusion(verdict))
                .isEqualTo("To save 68 % of the bytes: ALTER TABLE \"public\".\"docs\" ALTER COLUMN \"b\""
                        + " SET STORAGE EXTENDED");
    }

    @Test
    void hasNothingToSayAboutWhatIsRight() {
        ColumnVerdict verdict = verdict(List.of(column("docs", Storage.EXTENDED, true)), false, JSON);

        assertThat(StorageReport.conclusion(verdict)).isEqualTo("Nothing to do");
        assertThat(verdict.metric().advice()).isEmpty();
    }

    @Test
    void saysThatLz4LeavesMoreBytes() {
        ColumnVerdict verdict = verdict(List.of(column("docs", Storage.EXTENDED, true)), true, JSON);

        assertThat(verdict.changes()).isEmpty();
        assertThat(StorageReport.conclusion(verdict))
                .isEqualTo("Nothing to do: this connector's transactions use lz4, for about 1.7 ms of server CPU per MB"
                        + " where pglz takes 20.0 ms of server CPU per MB. It leaves more bytes than pglz: where these"
                        + " matter more, set bytea.compression=pglz");
    }

    @Test
    void countsTheRestOfManyPartitions() {
        List<StoredColumn> leaves = IntStream.range(0, 12)
                .mapToObj(i -> column("p" + i, Storage.EXTENDED, true))
                .toList();

        assertThat(StorageReport.conclusion(verdict(leaves, false, FILES)))
                .contains("\"p4\"")
                .doesNotContain("\"p5\"")
                .endsWith("and likewise 7 more partitions");
    }

    private static ColumnVerdict verdict(List<StoredColumn> stored, boolean lz4, ColumnFinding finding) {
        StorageConfig config = new StorageConfig(StorageConfig.Storage.REPORT, StorageConfig.Compression.AUTO);
        ToastSettings settings = new ToastSettings(Compression.PGLZ, false, lz4);
        return ColumnVerdict.of(stored, settings, finding, new StoragePolicy(config));
    }

    private static StoredColumn column(String table, Storage storage, boolean owned) {
        return new StoredColumn(
                new TableId("public", table), false, "b", BuiltIn.BYTEA, storage, Compression.UNSET, owned);
    }
}
