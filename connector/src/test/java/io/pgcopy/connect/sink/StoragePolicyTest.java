/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.StorageConfig;
import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Compression;
import io.pgcopy.connect.type.Storage;
import io.pgcopy.connect.type.StoredColumn;
import io.pgcopy.connect.type.TableId;
import io.pgcopy.connect.type.ToastSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class StoragePolicyTest {
    private static final ToastSettings WITH_LZ4 = new ToastSettings(Compression.PGLZ, false, true);
    private static final ToastSettings WITHOUT_LZ4 = new ToastSettings(Compression.PGLZ, false, false);

    private static final ColumnFinding UNKNOWN = ColumnFinding.NONE;
    private static final ColumnFinding FILES = new ColumnFinding(StorageFinding.WASTED, 32, 0, 1, 12, 0.1, 0, false);
    private static final ColumnFinding HEX = new ColumnFinding(StorageFinding.WASTED, 32, 0, 1, 20, 1.7, 0, false);
    private static final ColumnFinding JSON = new ColumnFinding(StorageFinding.PAYS, 32, 0.7, 0, 20, 1.7, 0, false);
    private static final ColumnFinding RANDOM = new ColumnFinding(StorageFinding.IDLE, 32, 0, 0, 0, 0.1, 0, false);
    private static final ColumnFinding SOME = new ColumnFinding(StorageFinding.MIXED, 32, 0.07, 0.9, 12, 0.1, 0, false);

    @Test
    void lz4IsForDataThatMayBeCompressedOnAServerThatHasIt() {
        assertThat(sessionFor(column(Storage.EXTENDED), WITH_LZ4, UNKNOWN)).isEqualTo(Compression.LZ4);
        assertThat(sessionFor(column(Storage.EXTENDED), WITH_LZ4, FILES)).isEqualTo(Compression.LZ4);
        assertThat(sessionFor(column(Storage.MAIN), WITH_LZ4, JSON)).isEqualTo(Compression.LZ4);
        assertThat(sessionFor(column(Storage.EXTENDED), WITH_LZ4, RANDOM)).isEqualTo(Compression.UNSET);
        assertThat(sessionFor(column(Storage.EXTERNAL), WITH_LZ4, FILES)).isEqualTo(Compression.UNSET);
        assertThat(sessionFor(column(Storage.EXTENDED), WITHOUT_LZ4, FILES)).isEqualTo(Compression.UNSET);
    }

    @Test
    void whatTheUserHasChosenStays() {
        ToastSettings chosen = new ToastSettings(Compression.PGLZ, true, true);
        assertThat(sessionFor(column(Storage.EXTENDED), chosen, FILES)).isEqualTo(Compression.UNSET);
        assertThat(sessionFor(column(Storage.EXTENDED, Compression.PGLZ), WITH_LZ4, FILES))
                .isEqualTo(Compression.UNSET);
    }

    @ParameterizedTest
    @CsvSource({"KEEP, UNSET", "PGLZ, PGLZ", "LZ4, LZ4"})
    void aFixedCompressionIsWhatTheSettingsSay(StorageConfig.Compression set, Compression session) {
        StoragePolicy policy = new StoragePolicy(new StorageConfig(StorageConfig.Storage.REPORT, set));

        assertThat(policy.session(column(Storage.EXTENDED), WITH_LZ4, FILES)).isEqualTo(session);
    }

    @Test
    void wastedPglzIsSparedByExternal() {
        assertThat(storageFor(column(Storage.EXTENDED), Compression.PGLZ, FILES))
                .isEqualTo(Storage.EXTERNAL);
        assertThat(storageFor(column(Storage.MAIN), Compression.PGLZ, FILES)).isEqualTo(Storage.EXTERNAL);
    }

    @Test
    void underLz4ExternalIsForTextOfFewSymbolsOnly() {
        assertThat(storageFor(column(Storage.EXTENDED), Compression.LZ4, HEX)).isEqualTo(Storage.EXTERNAL);
        assertThat(storageFor(column(Storage.EXTENDED), Compression.LZ4, FILES)).isEqualTo(Storage.EXTENDED);
    }

    @Test
    void aCompressionOfTheColumnsOwnCountsMoreThanTheSessions() {
        assertThat(storageFor(column(Storage.EXTENDED, Compression.PGLZ), Compression.LZ4, FILES))
                .isEqualTo(Storage.EXTERNAL);
        assertThat(storageFor(column(Storage.EXTENDED, Compression.LZ4), Compression.PGLZ, FILES))
                .isEqualTo(Storage.EXTENDED);
    }

    @Test
    void dataThatIsSavedByCompressionGetsItBack() {
        assertThat(storageFor(column(Storage.EXTERNAL), Compression.PGLZ, JSON)).isEqualTo(Storage.EXTENDED);
        assertThat(storageFor(column(Storage.EXTENDED), Compression.PGLZ, JSON)).isEqualTo(Storage.EXTENDED);
    }

    @Test
    void valuesThatComeInSlicesAreNotCompressedUnlessItPays() {
        assertThat(storageFor(column(Storage.EXTENDED), Compression.PGLZ, sliced(RANDOM)))
                .isEqualTo(Storage.EXTERNAL);
        assertThat(storageFor(column(Storage.EXTENDED), Compression.LZ4, sliced(FILES)))
                .isEqualTo(Storage.EXTERNAL);
        assertThat(storageFor(column(Storage.MAIN), Compression.LZ4, sliced(SOME)))
                .isEqualTo(Storage.EXTERNAL);
        assertThat(storageFor(column(Storage.EXTENDED), Compression.LZ4, sliced(JSON)))
                .isEqualTo(Storage.EXTENDED);
        assertThat(storageFor(column(Storage.EXTENDED), Compression.LZ4, sliced(UNKNOWN)))
                .isEqualTo(Storage.EXTENDED);
        StoredColumn text = new StoredColumn(
                new TableId("public", "t"), false, "b", BuiltIn.TEXT, Storage.EXTENDED, Compression.UNSET, true);
        assertThat(storageFor(text, Compression.LZ4, sliced(RANDOM)))
                .as("cut by the client")
                .isEqualTo(Storage.EXTENDED);
    }

    private static ColumnFinding sliced(ColumnFinding f) {
        return new ColumnFinding(
                f.kind(),
                f.values(),
                f.savedShare(),
                f.wastedShare(),
                f.pglzMillis(),
                f.lz4Millis(),
                f.spentNanos(),
                true);
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void withoutAClearFindingNothingChanges(Storage now) {
        assertThat(storageFor(column(now), Compression.PGLZ, UNKNOWN)).isEqualTo(now);
        assertThat(storageFor(column(now), Compression.PGLZ, SOME)).isEqualTo(now);
        assertThat(storageFor(column(now), Compression.PGLZ, RANDOM)).isEqualTo(now);
    }

    @Test
    void plainIsNobodysBusiness() {
        assertThat(storageFor(column(Storage.PLAIN), Compression.PGLZ, FILES)).isEqualTo(Storage.PLAIN);
        assertThat(storageFor(column(Storage.PLAIN), Compression.PGLZ, JSON)).isEqualTo(Storage.PLAIN);
    }

    @ParameterizedTest
    @EnumSource(
            value = StorageConfig.Storage.class,
            names = {"EXTERNAL", "EXTENDED", "MAIN"})
    void aFixedStorageIsForByteaWhateverItHolds(StorageConfig.Storage set) {
        StoragePolicy policy = new StoragePolicy(new StorageConfig(set, StorageConfig.Compression.AUTO));
        StoredColumn text = new StoredColumn(
                new TableId("public", "t"), false, "c", BuiltIn.TEXT, Storage.EXTENDED, Compression.UNSET, true);

        assertThat(policy.storage(column(Storage.PLAIN), Compression.PGLZ, JSON))
                .hasToString(set.name());
        assertThat(policy.storage(text, Compression.PGLZ, FILES)).isEqualTo(Storage.EXTENDED);
    }

    private static Compression sessionFor(StoredColumn column, ToastSettings settings, ColumnFinding finding) {
        return auto().session(column, settings, finding);
    }

    private static Storage storageFor(StoredColumn column, Compression session, ColumnFinding finding) {
        return auto().storage(column, session, finding);
    }

    private static StoragePolicy auto() {
        return new StoragePolicy(new StorageConfig(StorageConfig.Storage.AUTO, StorageConfig.Compression.AUTO));
    }

    private static StoredColumn column(Storage storage) {
        return column(storage, Compression.UNSET);
    }

    private static StoredColumn column(Storage storage, Compression compression) {
        return new StoredColumn(new TableId("public", "t"), false, "b", BuiltIn.BYTEA, storage, compression, true);
    }
}
