'use strict';

const {NodeError} = require('./errors');

class Worker {
    constructor() {
        throw NodeError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
            'Worker threads are not available in sqlvm js');
    }
}

module.exports = {
    isMainThread: true,
    parentPort: null,
    workerData: null,
    threadId: 0,
    resourceLimits: {},
    SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
    Worker,
    getEnvironmentData: () => undefined,
    setEnvironmentData: () => {},
    markAsUntransferable: () => {},
};
