// events, EventTarget, AbortController, streams, async_hooks.
const EventEmitter = require('events'); const {once, on} = EventEmitter;
const e = new EventEmitter(); console.log(e.on('a', (...v) => console.log('a', v)) === e, e.emit('a', 1, 2), e.emit('none'), e.listenerCount('a'), e.eventNames());
e.once('o', () => console.log('once')); e.emit('o'); e.emit('o'); const f = () => console.log('f'); e.prependListener('a', f); e.emit('a'); e.off('a', f); e.emit('a', 'x'); e.removeAllListeners(); console.log(e.eventNames(), e.getMaxListeners(), EventEmitter.defaultMaxListeners);
try { e.emit('error', new Error('unhandled')); } catch (x) { console.log(x.message); } try { e.emit('error', 'text'); } catch (x) { console.log(x.name, x.code, x.message, x.context); }
e.on('error', (x) => console.log('handled', x.message)); e.emit('error', new Error('boom')); try { e.on('x', 5); } catch (x) { console.log(x.name, x.code, x.message); }
class Mine extends EventEmitter { go() { this.emit('went', this instanceof Mine); } } const m = new Mine(); m.on('went', function (v) { console.log(v, this === m); }); m.go(); console.log(EventEmitter.EventEmitter === EventEmitter, require('node:events').once === once);
m.on('newListener', (n) => console.log('new', n)); m.on('z', () => {}); console.log(m.listeners('z').length, m.rawListeners('z').length);
const t = new EventTarget(); t.addEventListener('x', (ev) => console.log(ev.type, ev instanceof Event, ev.target === t, ev.detail), {once: true}); t.dispatchEvent(new CustomEvent('x', {detail: 5})); t.dispatchEvent(new Event('x')); const ev = new Event('c', {cancelable: true}); t.addEventListener('c', {handleEvent(x) { x.preventDefault(); }}); console.log(t.dispatchEvent(ev), ev.defaultPrevented);
const c = new AbortController(); c.signal.addEventListener('abort', () => console.log('aborted', c.signal.reason.name, c.signal.reason.message)); c.signal.onabort = () => console.log('onabort'); console.log(c.signal.aborted); c.abort(); c.abort(); console.log(c.signal.aborted, AbortSignal.abort('r').reason); try { c.signal.throwIfAborted(); } catch (x) { console.log(x.name, x.code); }
const any = AbortSignal.any([new AbortController().signal, AbortSignal.abort(7)]); console.log(any.aborted, any.reason, c, c.signal);
(async () => {
    setImmediate(() => e.emit('later', 1, 2)); console.log(await once(e, 'later')); setImmediate(() => e.emit('error', new Error('rejects'))); await once(e, 'never').catch((x) => console.log(x.message));
    const seen = []; setImmediate(() => { e.emit('it', 1); e.emit('it', 2); }); for await (const [v] of on(e, 'it')) { seen.push(v); if (v === 2) break; } console.log(seen);
    const {Readable, Writable, Transform, PassThrough, pipeline, Duplex} = require('stream'); const {promisify} = require('util');
    const out = []; await promisify(pipeline)(Readable.from(['a', 'b', 'c']), new Transform({transform(chunk, _, done) { done(null, String(chunk).toUpperCase()); }}), new Writable({write(chunk, _, done) { out.push(String(chunk)); done(); }})); console.log(out);
    const r = new Readable({read() {}}); r.push('one'); r.push(null); r.setEncoding('utf8'); r.on('data', (d) => console.log('data', d)); r.on('end', () => console.log('end')); await once(r, 'close');
    console.log(await Readable.from([1, 2, 3, 4]).filter((x) => x % 2).map((x) => x * 10).toArray()); const o = new Readable({objectMode: true, read() { this.push({x: 1}); this.push(null); }}); for await (const v of o) console.log(v);
    const p = new PassThrough(); p.end('through'); console.log(String(await once(p, 'data').then(([d]) => d))); await promisify(pipeline)(Readable.from([1]), new Writable({objectMode: true, write(_, __, done) { done(new Error('write failed')); }})).catch((x) => console.log(x.message));
    const {AsyncLocalStorage} = require('async_hooks'); const s = new AsyncLocalStorage(); console.log(s.run({id: 1}, () => s.getStore()), s.getStore());
})();
