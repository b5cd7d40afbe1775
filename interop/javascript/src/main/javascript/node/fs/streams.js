'use strict';

// Streams over files.

const {Readable, Writable} = require('stream');

const fs = require('fs');

const CHUNK = 64 * 1024;

class ReadStream extends Readable {
    constructor(path, options = {}) {
        options = typeof options === 'string' ? {encoding: options} : options;
        super({highWaterMark: CHUNK, ...options, autoDestroy: true});
        this.path = path;
        this.fd = options.fd ?? null;
        this.flags = options.flags ?? 'r';
        this.start = options.start;
        this.end = options.end ?? Infinity;
        this.bytesRead = 0;
        this.at = this.start;
    }

    _construct(done) {
        if (this.fd !== null) {
            done();
            return;
        }
        fs.open(this.path, this.flags, (error, fd) => {
            this.fd = fd ?? null;
            done(error);
            if (!error) {
                this.emit('open', fd);
                this.emit('ready');
            }
        });
    }

    _read(size) {
        const rest = this.end - (this.at ?? 0) + 1;
        const wanted = Math.min(size, this.end === Infinity ? size : rest);
        if (wanted <= 0) {
            this.push(null);
            return;
        }
        const buffer = Buffer.allocUnsafe(wanted);
        fs.read(this.fd, buffer, 0, wanted, this.start === undefined ? null : this.at, (error, count) => {
            if (error) {
                this.destroy(error);
                return;
            }
            this.bytesRead += count;
            this.at = (this.at ?? 0) + count;
            this.push(count === 0 ? null : buffer.subarray(0, count));
        });
    }

    _destroy(error, done) {
        closed(this, error, done);
    }

    close(done) {
        this.destroy(null, done);
    }
}

class WriteStream extends Writable {
    constructor(path, options = {}) {
        options = typeof options === 'string' ? {encoding: options} : options;
        super({decodeStrings: true, ...options, autoDestroy: true});
        this.path = path;
        this.fd = options.fd ?? null;
        this.flags = options.flags ?? 'w';
        this.mode = options.mode;
        this.at = options.start;
        this.bytesWritten = 0;
        if (options.encoding) {
            this.setDefaultEncoding(options.encoding);
        }
    }

    _construct(done) {
        if (this.fd !== null) {
            done();
            return;
        }
        fs.open(this.path, this.flags, this.mode, (error, fd) => {
            this.fd = fd ?? null;
            done(error);
            if (!error) {
                this.emit('open', fd);
                this.emit('ready');
            }
        });
    }

    _write(chunk, encoding, done) {
        fs.write(this.fd, chunk, 0, chunk.length, this.at ?? null, (error, count) => {
            if (!error) {
                this.bytesWritten += count;
                this.at = this.at === undefined ? undefined : this.at + count;
            }
            done(error);
        });
    }

    _destroy(error, done) {
        closed(this, error, done);
    }

    close(done) {
        if (done) {
            this.once('close', done);
        }
        this.end();
    }
}

function closed(stream, error, done) {
    const {fd} = stream;
    if (fd === null || fd <= 2) {
        done(error);
        return;
    }
    stream.fd = null;
    fs.close(fd, (other) => done(error ?? other));
}

module.exports = {
    ReadStream,
    WriteStream,
    createReadStream: (path, options) => new ReadStream(path, options),
    createWriteStream: (path, options) => new WriteStream(path, options),
};
