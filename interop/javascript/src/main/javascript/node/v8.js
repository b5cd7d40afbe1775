'use strict';

const {host} = system;

module.exports = {
    getHeapStatistics() {
        const [total, used] = host.memory();
        return {total_heap_size: total, used_heap_size: used, heap_size_limit: total};
    },
    setFlagsFromString() {},
    serialize: (value) => Buffer.from(JSON.stringify(value)),
    deserialize: (bytes) => JSON.parse(Buffer.from(bytes).toString()),
};
