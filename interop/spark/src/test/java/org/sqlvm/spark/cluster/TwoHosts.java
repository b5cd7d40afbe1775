package org.sqlvm.spark.cluster;

import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;

import scala.Option;

import java.util.ArrayList;
import java.util.List;

/**
 * A cluster like {@code local-cluster[2,1,1024]}, whose workers have different addresses: Spark
 * gives a task no second attempt on the same host.
 */
final class TwoHosts implements AutoCloseable {
    private static final int MEGABYTES = 1024;

    private final List<RpcEnv> parts = new ArrayList<>();
    private final String master;

    TwoHosts(String folder) {
        SparkConf conf = new SparkConf()
                .set("spark.master.rest.enabled", "false")
                .set("spark.shuffle.service.enabled", "false");
        RpcEnv first = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)._1();
        parts.add(first);
        master = "spark://127.0.0.1:" + first.address().port();
        for (int i = 1; i <= 2; i++) {
            parts.add(Worker.startRpcEnvAndEndpoint(
                    "127.0.0." + i,
                    0,
                    0,
                    1,
                    MEGABYTES,
                    new String[] {master},
                    folder,
                    Option.apply(i),
                    conf,
                    Option.empty()));
        }
    }

    /** Returns the URL of the master. */
    String master() {
        return master;
    }

    @Override
    public void close() {
        parts.reversed().forEach(RpcEnv::shutdown);
    }
}
