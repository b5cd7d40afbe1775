'use strict';

const EventEmitter = require('events');

/** Lines of a stream. */
class Interface extends EventEmitter {
    #buffer = '';
    #questions = [];
    #prompt;
    #closed = false;
    #decoder = new (require('string_decoder').StringDecoder)('utf8');

    constructor(input, output) {
        super();
        const options = typeof input?.on === 'function' ? {input, output} : input;
        this.input = options.input;
        this.output = options.output;
        this.line = '';
        this.terminal = false;
        this.#prompt = options.prompt ?? '> ';
        this.input.on('data', (chunk) => this.#take(typeof chunk === 'string' ? chunk : this.#decoder.write(chunk)));
        this.input.on('end', () => {
            if (this.#buffer !== '') {
                this.#line(this.#buffer);
                this.#buffer = '';
            }
            this.close();
        });
    }

    get closed() {
        return this.#closed;
    }

    #take(text) {
        this.#buffer += text;
        const lines = this.#buffer.split(/\r\n|\n|\r(?!$)/);
        this.#buffer = lines.pop();
        lines.forEach((line) => this.#line(line));
    }

    #line(line) {
        if (this.#closed) {
            return;
        }
        const question = this.#questions.shift();
        if (question !== undefined) {
            question(line);
        } else {
            this.emit('line', line);
        }
    }

    setPrompt(prompt) {
        this.#prompt = prompt;
    }

    getPrompt() {
        return this.#prompt;
    }

    prompt() {
        this.output?.write(this.#prompt);
    }

    question(query, options, answer = options) {
        this.output?.write(query);
        this.#questions.push(answer);
        this.input.resume();
    }

    write(text) {
        this.output?.write(text);
    }

    pause() {
        this.input.pause();
        this.emit('pause');
        return this;
    }

    resume() {
        this.input.resume();
        this.emit('resume');
        return this;
    }

    close() {
        if (!this.#closed) {
            this.#closed = true;
            this.input.pause?.();
            this.emit('close');
        }
    }

    async* [Symbol.asyncIterator]() {
        const lines = [];
        let wake = null;
        let ended = this.#closed;
        const notify = () => {
            wake?.();
            wake = null;
        };
        this.on('line', (line) => {
            lines.push(line);
            notify();
        });
        this.on('close', () => {
            ended = true;
            notify();
        });
        for (;;) {
            if (lines.length > 0) {
                yield lines.shift();
            } else if (ended) {
                return;
            } else {
                await new Promise((resolve) => {
                    wake = resolve;
                });
            }
        }
    }
}

const createInterface = (input, output) => new Interface(input, output);

Object.defineProperty(Interface.prototype.question, Symbol.for('nodejs.util.promisify.custom'), {
    value(query) {
        return new Promise((resolve) => this.question(query, resolve));
    },
});

class PromisesInterface extends Interface {
    question(query) {
        return new Promise((resolve) => super.question(query, resolve));
    }
}

function moving(stream, text, done) {
    stream?.write(text);
    done?.();
    return true;
}

module.exports = {
    Interface,
    createInterface,
    clearLine: (stream, direction, done) => moving(stream, '\x1b[2K', done),
    clearScreenDown: (stream, done) => moving(stream, '\x1b[0J', done),
    cursorTo: (stream, x, y, done) => moving(stream, `\x1b[${x + 1}G`, typeof y === 'function' ? y : done),
    moveCursor: (stream, x, y, done) => done?.() ?? true,
    emitKeypressEvents() {},
    promises: {
        Interface: PromisesInterface,
        createInterface: (input, output) => new PromisesInterface(input, output),
    },
};
