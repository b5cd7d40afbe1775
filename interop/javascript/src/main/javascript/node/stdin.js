'use strict';

// Standard input as a stream. Reading waits, and nothing else runs meanwhile.

const {Readable} = require('stream');
const {isatty} = require('tty');
const {host, internals} = system;

const CHUNK = 64 * 1024;

class Input extends Readable {
    constructor() {
        super({highWaterMark: CHUNK});
        this.fd = 0;
        this.isTTY = isatty(0) || undefined;
    }

    _read() {
        setImmediate(() => {
            const bytes = internals.bytes(host.readSome(CHUNK));
            this.push(bytes.length === 0 ? null : Object.setPrototypeOf(bytes, Buffer.prototype));
        });
    }

    ref() {
        return this;
    }

    unref() {
        return this;
    }

    setRawMode() {
        return this;
    }
}

module.exports = new Input();
