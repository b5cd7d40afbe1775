'use strict';

// Files. What is written with callbacks and promises does the same as what is not, in a later turn of the
// event loop.

const {host, internals} = system;
const {NodeError, systemError, argumentType, requireFunction, outOfRange} = require('./errors');

const constants = {
    F_OK: 0, X_OK: 1, W_OK: 2, R_OK: 4,
    O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024,
    O_SYNC: 1052672, O_NOFOLLOW: 131072, O_DIRECTORY: 65536,
    S_IFMT: 61440, S_IFREG: 32768, S_IFDIR: 16384, S_IFCHR: 8192, S_IFBLK: 24576, S_IFIFO: 4096,
    S_IFLNK: 40960, S_IFSOCK: 49152,
    S_IRWXU: 448, S_IRUSR: 256, S_IWUSR: 128, S_IXUSR: 64, S_IRWXG: 56, S_IRGRP: 32, S_IWGRP: 16,
    S_IXGRP: 8, S_IRWXO: 7, S_IROTH: 4, S_IWOTH: 2, S_IXOTH: 1,
    COPYFILE_EXCL: 1, COPYFILE_FICLONE: 2, COPYFILE_FICLONE_FORCE: 4,
    UV_FS_COPYFILE_EXCL: 1,
};

const STAT_FIELDS = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'ino', 'size', 'atimeMs', 'mtimeMs',
    'ctimeMs', 'birthtimeMs'];
const BLOCK = 4096;
const SECTOR = 512;

/** The path that an argument means. */
function pathOf(value, name = 'path') {
    let path = value;
    if (value instanceof URL) {
        path = require('./url').fileURLToPath(value);
    } else if (ArrayBuffer.isView(value)) {
        path = Buffer.from(value).toString();
    } else if (typeof value !== 'string') {
        throw argumentType(name, 'of type string or an instance of Buffer or URL', value);
    }
    if (path.includes('\0')) {
        throw NodeError('ERR_INVALID_ARG_VALUE', `The argument '${name}' must be a string, Uint8Array, or`
            + ` URL without null bytes. Received ${require('./inspect').inspect(path)}`, TypeError);
    }
    return path;
}

/** The code in what the host throws; null for other errors. */
function codeOf(error) {
    const text = typeof error?.getMessage === 'function' ? error.getMessage() : undefined;
    return typeof text === 'string' && /^E[A-Z]+$/.test(text) ? text : null;
}

/** Calls the host, and throws what Node would. */
function call(syscall, path, dest, operation) {
    try {
        return operation();
    } catch (error) {
        const code = codeOf(error);
        throw code === null ? error : systemError(code, syscall, path, dest);
    }
}

function encodingOf(options, fallback) {
    const encoding = typeof options === 'string' ? options : options?.encoding ?? fallback;
    if (encoding != null && encoding !== 'buffer' && !Buffer.isEncoding(encoding)) {
        throw NodeError('ERR_INVALID_ARG_VALUE', `The argument 'encoding' is invalid encoding. Received`
            + ` '${encoding}'`, TypeError);
    }
    return encoding === 'buffer' ? null : encoding;
}

function bufferOf(bytes) {
    return Object.setPrototypeOf(internals.bytes(bytes), Buffer.prototype);
}

function isUtf8(encoding) {
    return /^utf-?8$/i.test(encoding);
}

/** Bytes for the host: a text, or an ArrayBuffer. */
function dataOf(data, encoding) {
    if (typeof data === 'string') {
        return encoding == null || isUtf8(encoding) ? data : dataOf(Buffer.from(data, encoding));
    }
    if (ArrayBuffer.isView(data)) {
        const {buffer, byteOffset, byteLength} = data;
        return byteOffset === 0 && byteLength === buffer.byteLength
            ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
    }
    throw argumentType('data',
        'of type string or an instance of Buffer, TypedArray, or DataView', data);
}

function modeOf(mode, fallback) {
    return mode == null ? fallback : typeof mode === 'string' ? parseInt(mode, 8) : mode;
}

class Stats {
    constructor(values, isBig) {
        STAT_FIELDS.forEach((name, i) => {
            const value = values[i];
            this[name] = isBig ? BigInt(Math.floor(Number(value))) : Number(value);
        });
        const one = isBig ? BigInt : Number;
        this.blksize = one(BLOCK);
        this.blocks = one(Math.ceil(Number(this.size) / SECTOR));
        if (isBig) {
            for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) {
                this[`${name}Ns`] = BigInt(Math.floor(Number(values[STAT_FIELDS.indexOf(`${name}Ms`)]) * 1e3)) * 1000n;
            }
        }
        for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) {
            this[name] = new Date(Number(this[`${name}Ms`]));
        }
    }
}

for (const [name, format] of [['isFile', 'S_IFREG'], ['isDirectory', 'S_IFDIR'],
    ['isSymbolicLink', 'S_IFLNK'], ['isFIFO', 'S_IFIFO'], ['isSocket', 'S_IFSOCK'],
    ['isCharacterDevice', 'S_IFCHR'], ['isBlockDevice', 'S_IFBLK']]) {
    Object.defineProperty(Stats.prototype, name, {
        value() {
            return (Number(this.mode) & constants.S_IFMT) === constants[format];
        },
        writable: true,
        configurable: true,
    });
}

const DIRENT_TYPES = {file: 1, folder: 2, link: 3, other: 0};

class Dirent {
    constructor(name, folder, type) {
        this.name = name;
        this.parentPath = folder;
        this.path = folder;
        this[Symbol('type')] = DIRENT_TYPES[type];
        Object.defineProperty(this, 'kind', {value: type});
    }

    isFile() {
        return this.kind === 'file';
    }

    isDirectory() {
        return this.kind === 'folder';
    }

    isSymbolicLink() {
        return this.kind === 'link';
    }

    isFIFO() {
        return false;
    }

    isSocket() {
        return false;
    }

    isCharacterDevice() {
        return false;
    }

    isBlockDevice() {
        return false;
    }
}

/** A stream over the entries of a folder. */
class Dir {
    #entries;

    constructor(path) {
        this.path = path;
        this.#entries = sync.readdir(path, {withFileTypes: true});
    }

    readSync() {
        return this.#entries.shift() ?? null;
    }

    async read() {
        return this.readSync();
    }

    closeSync() {}

    async close() {}

    async* [Symbol.asyncIterator]() {
        for (let entry; (entry = this.readSync()) !== null;) {
            yield entry;
        }
    }
}

function joined(folder, name) {
    return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

function flagText(flags) {
    if (typeof flags === 'number') {
        const {O_WRONLY, O_RDWR, O_APPEND, O_CREAT, O_TRUNC, O_EXCL} = constants;
        const first = flags & O_APPEND ? 'a' : flags & (O_TRUNC | O_CREAT) ? 'w' : 'r';
        return `${first}${flags & O_EXCL ? 'x' : ''}${flags & O_RDWR || (first === 'r' && flags & O_WRONLY) ? '+' : ''}`;
    }
    if (!/^(r|rs|w|wx|a|ax|as)\+?$|^(xw|xa|sr|sa)\+?$/.test(flags)) {
        throw NodeError('ERR_INVALID_ARG_VALUE', `The argument 'flags' is invalid. Received`
            + ` ${require('./inspect').inspect(flags)}`, TypeError);
    }
    return flags;
}

/** What a number of an open file is called with. */
function numberOf(fd) {
    if (typeof fd !== 'number') {
        throw argumentType('fd', 'of type number', fd);
    }
    if (!Number.isInteger(fd) || fd < 0) {
        throw outOfRange('fd', '>= 0 && <= 2147483647', fd);
    }
    return fd;
}

function readAll(fd) {
    const parts = [];
    for (;;) {
        const part = call('read', undefined, undefined, () => internals.bytes(host.readAt(fd, 1 << 16, -1)));
        if (part.length === 0) {
            return Buffer.concat(parts);
        }
        parts.push(part);
    }
}

/** The functions that others are made of, by their names without "Sync". */
const sync = {
    access(path, mode = constants.F_OK) {
        path = pathOf(path);
        call('access', path, undefined, () => host.access(path, mode));
    },
    readFile(path, options) {
        const encoding = encodingOf(options, null);
        if (typeof path === 'number') {
            const all = readAll(numberOf(path));
            return encoding === null ? all : all.toString(encoding);
        }
        path = pathOf(path);
        const flag = options?.flag ?? 'r';
        if (flag !== 'r') {
            sync.close(sync.open(path, flag));
        }
        const syscall = host.kind(path) === 2 ? 'read' : 'open';
        const named = syscall === 'open' ? path : undefined;
        if (encoding !== null && isUtf8(encoding)) {
            return call(syscall, named, undefined, () => host.readText(path));
        }
        const bytes = bufferOf(call(syscall, named, undefined, () => host.read(path)));
        return encoding === null ? bytes : bytes.toString(encoding);
    },
    writeFile(path, data, options, flag = 'w') {
        const encoding = encodingOf(options, 'utf8');
        const bytes = dataOf(data, encoding);
        if (typeof path === 'number') {
            call('write', undefined, undefined, () => (numberOf(path) <= 2
                ? host.write(path, bytes) : host.writeAt(path, bytes, -1)));
            return;
        }
        const fd = sync.open(path, options?.flag ?? flag, options?.mode);
        try {
            call('write', undefined, undefined, () => host.writeAt(fd, bytes, -1));
            if (options?.flush) {
                sync.fsync(fd);
            }
        } finally {
            sync.close(fd);
        }
    },
    appendFile(path, data, options) {
        sync.writeFile(path, data, options, 'a');
    },
    stat(path, options) {
        return status('stat', path, options, true);
    },
    lstat(path, options) {
        return status('lstat', path, options, false);
    },
    fstat(fd, options) {
        const path = call('fstat', undefined, undefined, () => host.pathOf(numberOf(fd)));
        return status('fstat', path, options, true);
    },
    statfs() {
        return {type: 0, bsize: BLOCK, blocks: 0, bfree: 0, bavail: 0, files: 0, ffree: 0};
    },
    readdir(path, options) {
        path = pathOf(path);
        const entries = [];
        const visit = (folder, before) => {
            const list = Array.from(call('scandir', folder, undefined, () => host.list(folder)));
            const pairs = [];
            for (let i = 0; i < list.length; i += 2) {
                pairs.push([list[i], list[i + 1]]);
            }
            pairs.sort(([one], [other]) => (one < other ? -1 : 1));
            for (const [name, type] of pairs) {
                entries.push(options?.withFileTypes ? new Dirent(name, folder, type) : before + name);
                if (options?.recursive && type === 'folder') {
                    visit(joined(folder, name), `${before}${name}/`);
                }
            }
        };
        visit(path, '');
        return encodingOf(options, 'utf8') === null ? entries.map((name) => Buffer.from(name)) : entries;
    },
    opendir: (path) => new Dir(pathOf(path)),
    mkdir(path, options) {
        path = pathOf(path);
        const mode = modeOf(typeof options === 'object' ? options?.mode : options, null);
        if (!options?.recursive) {
            call('mkdir', path, undefined, () => host.makeFolder(path, mode));
            return undefined;
        }
        const {resolve, dirname} = require('path');
        const missing = [];
        for (let at = resolve(path); host.kind(at) !== 2; at = dirname(at)) {
            if (host.kind(at) !== 0) {
                throw systemError(at === resolve(path) ? 'EEXIST' : 'ENOTDIR', 'mkdir', path);
            }
            missing.unshift(at);
        }
        for (const folder of missing) {
            call('mkdir', path, undefined, () => host.makeFolder(folder, mode));
        }
        return missing[0];
    },
    mkdtemp(prefix, options) {
        prefix = pathOf(prefix, 'prefix');
        encodingOf(options, 'utf8');
        return call('mkdtemp', `${prefix}XXXXXX`, undefined, () => host.makeTemporary(prefix));
    },
    rmdir(path, options) {
        path = pathOf(path);
        if (options?.recursive) {
            sync.rm(path, {recursive: true});
            return;
        }
        call('rmdir', path, undefined, () => host.removeFolder(path));
    },
    rm(path, options) {
        path = pathOf(path);
        let status;
        try {
            status = sync.lstat(path);
        } catch (error) {
            if (options?.force && error.code === 'ENOENT') {
                return;
            }
            throw error;
        }
        if (!status.isDirectory()) {
            call('rm', path, undefined, () => host.removeFile(path));
            return;
        }
        if (!options?.recursive) {
            const error = NodeError('ERR_FS_EISDIR', `Path is a directory: rm returned EISDIR (is a directory)`
                + ` ${path}`);
            Object.assign(error, {name: 'SystemError', errno: 21, syscall: 'rm', path});
            throw error;
        }
        const remove = (folder) => {
            for (const entry of sync.readdir(folder, {withFileTypes: true})) {
                const inner = joined(folder, entry.name);
                if (entry.isDirectory()) {
                    remove(inner);
                } else {
                    call('unlink', inner, undefined, () => host.removeFile(inner));
                }
            }
            call('rmdir', folder, undefined, () => host.removeFolder(folder));
        };
        remove(path);
    },
    unlink(path) {
        path = pathOf(path);
        call('unlink', path, undefined, () => host.removeFile(path));
    },
    rename(from, to) {
        from = pathOf(from, 'oldPath');
        to = pathOf(to, 'newPath');
        call('rename', from, to, () => host.rename(from, to));
    },
    copyFile(from, to, mode = 0) {
        from = pathOf(from, 'src');
        to = pathOf(to, 'dest');
        call('copyfile', from, to, () => host.copy(from, to, (mode & constants.COPYFILE_EXCL) !== 0));
    },
    cp(from, to, options = {}) {
        from = pathOf(from, 'src');
        to = pathOf(to, 'dest');
        if (options.filter && !options.filter(from, to)) {
            return;
        }
        if (!sync.stat(from).isDirectory()) {
            if (options.errorOnExist && options.force === false && host.kind(to) !== 0) {
                throw NodeError('ERR_FS_CP_EEXIST', `Target already exists: ${to}`);
            }
            if (options.force !== false || host.kind(to) === 0) {
                sync.mkdir(require('path').dirname(to), {recursive: true});
                sync.copyFile(from, to);
            }
            return;
        }
        if (!options.recursive) {
            throw NodeError('ERR_FS_EISDIR', `Recursive option not enabled, cannot copy a directory: ${from}`);
        }
        sync.mkdir(to, {recursive: true});
        sync.readdir(from).forEach((name) => sync.cp(joined(from, name), joined(to, name), options));
    },
    realpath(path) {
        path = pathOf(path);
        return call('lstat', path, undefined, () => host.realpath(path));
    },
    readlink(path) {
        path = pathOf(path);
        return call('readlink', path, undefined, () => host.readLink(path));
    },
    symlink(target, path) {
        target = pathOf(target, 'target');
        path = pathOf(path);
        call('symlink', target, path, () => host.symlink(target, path));
    },
    link(from, to) {
        from = pathOf(from, 'existingPath');
        to = pathOf(to, 'newPath');
        call('link', from, to, () => host.link(from, to));
    },
    chmod(path, mode) {
        path = pathOf(path);
        call('chmod', path, undefined, () => host.chmod(path, modeOf(mode)));
    },
    fchmod: (fd, mode) => sync.chmod(host.pathOf(numberOf(fd)), mode),
    chown() {},
    fchown() {},
    lchown() {},
    utimes(path, read, changed) {
        path = pathOf(path);
        call('utime', path, undefined, () => host.setTimes(path, time(read), time(changed)));
    },
    futimes: (fd, read, changed) => sync.utimes(host.pathOf(numberOf(fd)), read, changed),
    truncate(path, size = 0) {
        const fd = sync.open(path, 'r+');
        try {
            sync.ftruncate(fd, size);
        } finally {
            sync.close(fd);
        }
    },
    open(path, flags = 'r', mode = undefined) {
        path = pathOf(path);
        const text = flagText(flags ?? 'r');
        return call('open', path, undefined, () => host.open(path, text, modeOf(mode, null)));
    },
    close(fd) {
        call('close', undefined, undefined, () => host.close(numberOf(fd)));
    },
    read(fd, buffer, offset = 0, length = undefined, position = undefined) {
        if (!ArrayBuffer.isView(buffer)) {
            throw argumentType('buffer', 'an instance of Buffer, TypedArray, or DataView', buffer);
        }
        if (typeof offset === 'object' && offset !== null) {
            ({offset = 0, length, position} = offset);
        }
        length ??= buffer.byteLength - offset;
        const bytes = call('read', undefined, undefined, () => internals.bytes(
            host.readAt(numberOf(fd), length, position == null ? -1 : Number(position))));
        new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).set(bytes, offset);
        return bytes.length;
    },
    readv: (fd, buffers, position) => {
        let total = 0;
        for (const buffer of buffers) {
            const count = sync.read(fd, buffer, 0, buffer.byteLength,
                position == null ? undefined : position + total);
            total += count;
            if (count < buffer.byteLength) {
                break;
            }
        }
        return total;
    },
    write(fd, data, offset, length, position) {
        let bytes;
        if (typeof data === 'string') {
            [position, bytes] = [offset, dataOf(data, length)];
        } else {
            if (typeof offset === 'object' && offset !== null) {
                ({offset = 0, length, position} = offset);
            }
            offset ??= 0;
            const view = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
            bytes = dataOf(view.subarray(offset, offset + (length ?? view.length - offset)));
        }
        const at = typeof position === 'number' || typeof position === 'bigint' ? Number(position) : -1;
        return call('write', undefined, undefined, () => {
            if (fd === 1 || fd === 2) {
                host.write(fd, bytes);
                return typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.byteLength;
            }
            return host.writeAt(numberOf(fd), bytes, at);
        });
    },
    writev: (fd, buffers, position) => buffers.reduce((total, buffer) => total
        + sync.write(fd, buffer, 0, buffer.byteLength, position == null ? undefined : position + total), 0),
    ftruncate(fd, size = 0) {
        call('ftruncate', undefined, undefined, () => host.truncate(numberOf(fd), size ?? 0));
    },
    fsync(fd) {
        call('fsync', undefined, undefined, () => host.sync(numberOf(fd)));
    },
    fdatasync(fd) {
        call('fdatasync', undefined, undefined, () => host.sync(numberOf(fd)));
    },
};
sync.lutimes = sync.utimes;

function time(value) {
    return value instanceof Date ? value.getTime() : Number(value) * 1000;
}

function status(syscall, path, options, follow) {
    path = pathOf(path);
    try {
        return new Stats(call(syscall, path, undefined, () => host.stat(path, follow)), options?.bigint);
    } catch (error) {
        if (options?.throwIfNoEntry === false && ['ENOENT', 'ENOTDIR'].includes(error.code)) {
            return undefined;
        }
        throw error;
    }
}

const fs = {constants, Stats, Dirent, Dir, F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1};

/** Which functions give their callbacks more than one value. */
const SEVERAL = {
    read: (count, values) => [count, values[1]],
    write: (count, values) => [count, values[1]],
    readv: (count, values) => [count, values[1]],
    writev: (count, values) => [count, values[1]],
};

const promises = {constants};
const PROMISIFY = Symbol.for('nodejs.util.promisify.custom');

for (const [name, method] of Object.entries(sync)) {
    fs[`${name}Sync`] = {[`${name}Sync`]: (...values) => method(...values)}[`${name}Sync`];
    fs[name] = {
        [name](...values) {
            const at = values.findLastIndex((value) => typeof value === 'function');
            const done = at < 0 ? values.at(-1) : values[at];
            requireFunction(done, 'cb');
            const given = values.slice(0, at);
            checkArguments(name, given);
            later(() => {
                let result;
                try {
                    result = method(...given);
                } catch (error) {
                    done(error);
                    return;
                }
                done(null, ...(SEVERAL[name]?.(result, given) ?? (result === undefined ? [] : [result])));
            });
        },
    }[name];
    promises[name] = {
        [name]: (...values) => new Promise((resolve, reject) => {
            later(() => {
                try {
                    resolve(method(...values.map((value) => (value instanceof FileHandle ? value.fd : value))));
                } catch (error) {
                    reject(error);
                }
            });
        }),
    }[name];
}

/** Wrong arguments are thrown, not given to the callback. */
function checkArguments(name, [first]) {
    if (!/^f[a-z]|^(read|write|close)v?$/.test(name) && typeof first !== 'number') {
        pathOf(first, name === 'mkdtemp' ? 'prefix' : 'path');
    }
}

/** In a later turn of the event loop. */
function later(action) {
    setImmediate(action);
}

fs.existsSync = (path) => {
    try {
        sync.access(path);
        return true;
    } catch {
        return false;
    }
};
fs.exists = (path, done) => later(() => done(fs.existsSync(path)));
Object.defineProperty(fs.exists, PROMISIFY, {value: async (path) => fs.existsSync(path)});
for (const [name, names] of [['read', ['bytesRead', 'buffer']], ['write', ['bytesWritten', 'buffer']]]) {
    Object.defineProperty(fs[name], PROMISIFY, {
        value: async (...values) => {
            const count = await promises[name](...values);
            return {[names[0]]: count, [names[1]]: values[1]};
        },
    });
}
fs.realpath.native = fs.realpath;
fs.realpathSync.native = fs.realpathSync;

/** An open file of fs.promises. */
class FileHandle {
    constructor(fd) {
        this.fd = fd;
    }

    async close() {
        if (this.fd >= 0) {
            const {fd} = this;
            this.fd = -1;
            await promises.close(fd);
        }
    }

    async read(buffer, ...rest) {
        if (!ArrayBuffer.isView(buffer)) {
            const {buffer: own = Buffer.alloc(16384), ...options} = buffer ?? {};
            return {bytesRead: await promises.read(this.fd, own, options), buffer: own};
        }
        return {bytesRead: await promises.read(this.fd, buffer, ...rest), buffer};
    }

    async write(data, ...rest) {
        return {bytesWritten: await promises.write(this.fd, data, ...rest), buffer: data};
    }

    async writev(buffers, position) {
        return {bytesWritten: await promises.writev(this.fd, buffers, position), buffers};
    }

    readFile(options) {
        return promises.readFile(this.fd, options);
    }

    writeFile(data, options) {
        return promises.writeFile(this.fd, data, options);
    }

    appendFile(data, options) {
        return promises.writeFile(this.fd, data, options);
    }

    stat(options) {
        return promises.fstat(this.fd, options);
    }

    truncate(size) {
        return promises.ftruncate(this.fd, size);
    }

    sync() {
        return promises.fsync(this.fd);
    }

    datasync() {
        return promises.fdatasync(this.fd);
    }

    chmod(mode) {
        return promises.fchmod(this.fd, mode);
    }

    utimes(read, changed) {
        return promises.futimes(this.fd, read, changed);
    }

    async* readLines(options) {
        yield* (await this.readFile({encoding: 'utf8', ...options})).replace(/\n$/, '').split(/\r?\n/);
    }

    async [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
        await this.close();
    }
}

for (const name of Object.keys(promises)) {
    if (/^(f(chmod|chown|datasync|stat|sync|truncate|utimes)|open|close|readv?|writev?)$/.test(name)) {
        Object.defineProperty(promises, name, {enumerable: false});
    }
}
const openNumber = promises.open;
Object.defineProperty(promises, 'open', {
    value: async (...values) => new FileHandle(await openNumber(...values)), enumerable: true});
Object.defineProperty(promises, 'constants', {enumerable: true});

for (const name of ['createReadStream', 'createWriteStream', 'ReadStream', 'WriteStream']) {
    system.lazy(fs, name, () => require('./fs/streams')[name], true);
}
fs.watch = fs.watchFile = () => {
    throw NodeError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'fs.watch is not available in sqlvm js');
};
fs.unwatchFile = () => {};
fs.promises = promises;

module.exports = fs;
