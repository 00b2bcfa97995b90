/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.catalog;

/**
 * Bytes of heap and TOAST, without indexes.
 *
 * @param ownBytes of the relation alone
 * @param treeBytes with its partitions and the tables that inherit from it
 */
public record RelationSize(long ownBytes, long treeBytes) {
    static final RelationSize NONE = new RelationSize(0, 0);
}
