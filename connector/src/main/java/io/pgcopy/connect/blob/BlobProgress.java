/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

/** How far one partition is: read, handled, handed over, committed. */
final class BlobProgress {
    /** Plain rows below it were taken care of, but for those in the queue. */
    private long handled;
    /** The same, as far as it is in the batch that was handed over. */
    private long handedOver;
    /** The same, as far as it is committed. */
    private long committed;
    /** The record that will be read next. */
    private long position;
    /** The first record that was never read since the start. */
    private long unread;

    /** Reading begins here; everything before is done with. */
    void begin(long offset) {
        handled = offset;
        handedOver = offset;
        committed = offset;
        position = offset;
        unread = offset;
    }

    /** The database has everything below an offset that may be beyond where reading begins. */
    void restore(long next) {
        handle(next - 1);
        handOver();
        commit();
    }

    void read(long offset) {
        position = offset + 1;
        unread = Math.max(unread, position);
    }

    void handle(long offset) {
        handled = Math.max(handled, offset + 1);
    }

    boolean isHandled(long offset) {
        return offset < handled;
    }

    /** Takes back that the last one was handled. */
    void retract(long offset) {
        if (handled == offset + 1) {
            handled = offset;
        }
    }

    void handOver() {
        handedOver = handled;
    }

    void commit() {
        committed = handedOver;
    }

    /** Reads again from an offset, where that is not what is read next in any case. */
    boolean goBack(long offset) {
        if (offset >= position) {
            return false;
        }
        position = offset;
        return true;
    }

    long handled() {
        return handled;
    }

    long committed() {
        return committed;
    }

    long unread() {
        return unread;
    }
}
