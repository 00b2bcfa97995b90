/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Findings about the storage of a task's target columns, one MXBean a column:
 * {@code io.pgcopy.connect:type=sink-storage,task=NAME,table=NAME,column=NAME}.
 */
public final class StorageMetrics implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StorageMetrics.class);
    private static final String DOMAIN = "io.pgcopy.connect";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String task;
    private final Map<ObjectName, Bean> beans = new ConcurrentHashMap<>();

    public StorageMetrics(String task) {
        this.task = task;
    }

    /** Shows what is known of a column now. */
    public void show(String table, String column, StorageColumn now) {
        try {
            ObjectName name = name(table, column);
            Bean bean = beans.get(name);
            if (bean == null) {
                bean = new Bean(now);
                beans.put(name, bean);
                server.registerMBean(bean, name);
            }
            bean.now = now;
        } catch (JMException e) {
            // A metric that cannot be shown is no reason to stop writing.
            LOG.warn("Storage metric of {}.{} is not shown: {}", table, column, e.toString());
        }
    }

    @Override
    public void close() {
        for (ObjectName name : beans.keySet()) {
            try {
                server.unregisterMBean(name);
            } catch (JMException e) {
                LOG.debug("{} was gone already: {}", name, e.toString());
            }
        }
        beans.clear();
    }

    private ObjectName name(String table, String column) throws JMException {
        return new ObjectName(DOMAIN + ":type=sink-storage,task=" + ObjectName.quote(task) + ",table="
                + ObjectName.quote(table) + ",column=" + ObjectName.quote(column));
    }

    private static final class Bean implements StorageColumnMXBean {
        private volatile StorageColumn now;

        Bean(StorageColumn now) {
            this.now = now;
        }

        @Override
        public String getFinding() {
            return now.finding();
        }

        @Override
        public long getSampledValues() {
            return now.sampledValues();
        }

        @Override
        public double getSavedShare() {
            return now.savedShare();
        }

        @Override
        public double getWastedShare() {
            return now.wastedShare();
        }

        @Override
        public double getCompressionCpuMillisPerMb() {
            return now.compressionCpuMillisPerMb();
        }

        @Override
        public double getSamplingMillis() {
            return now.samplingMillis();
        }

        @Override
        public String getStorage() {
            return now.storage();
        }

        @Override
        public String getCompression() {
            return now.compression();
        }

        @Override
        public String getAdvice() {
            return now.advice();
        }
    }
}
