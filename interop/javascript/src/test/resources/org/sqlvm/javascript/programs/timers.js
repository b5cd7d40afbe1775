// The order of timers, promises and ticks, and what ends a program.
console.log('start');
setTimeout(() => console.log('timeout 0'), 0);
setTimeout((a, b) => console.log('arguments', a, b), 1, 'x', {y: 1});
setImmediate(() => { console.log('immediate'); process.nextTick(() => console.log('tick in immediate')); Promise.resolve().then(() => console.log('promise in immediate')); });
setImmediate(() => { console.log('second immediate'); setTimeout(main, 1); });
Promise.resolve().then(() => console.log('promise 1')).then(() => console.log('promise 2'));
queueMicrotask(() => console.log('microtask'));
process.nextTick((v) => console.log('tick', v), 'value');
process.nextTick(() => { process.nextTick(() => console.log('tick in tick')); Promise.resolve().then(() => console.log('promise in tick')); });
const never = setTimeout(() => console.log('never'), 2); clearTimeout(never); clearTimeout(undefined); clearTimeout({}); clearImmediate(setImmediate(() => console.log('never')));
setTimeout(() => console.log('never, it keeps nothing'), 100000).unref();
const byNumber = setTimeout(() => console.log('never'), 3); clearTimeout(+byNumber); console.log(typeof byNumber, byNumber.hasRef(), typeof +byNumber);
try { setTimeout('text'); } catch (e) { console.log(e.name, e.code, e.message); }
try { setTimeout(); } catch (e) { console.log(e.code); }
const timers = require('timers/promises');
const later = () => new Promise((r) => setTimeout(r, 1));
async function main() {
    (async () => { console.log('async begins'); await null; console.log('async goes on'); })();
    console.log('after the call'); await later();
    let count = 0; await new Promise((r) => { const interval = setInterval(() => { console.log('interval', ++count); if (count === 3) { clearInterval(interval); r(); } }, 1); });
    setTimeout(() => { console.log('nested outer'); setTimeout(() => console.log('nested inner'), 0); Promise.resolve().then(() => console.log('before inner')); }, 1);
    await timers.setTimeout(50); console.log(await timers.setTimeout(1, 'late'), await timers.setImmediate('soon'));
    let n = 0; for await (const v of timers.setInterval(1, 'each')) { console.log(v, ++n); if (n === 2) break; }
    const controller = new AbortController(); const waits = timers.setTimeout(1e6, null, {signal: controller.signal}); controller.abort(); await waits.catch((e) => console.log(e.name, e.code, e.message));
    const again = setTimeout(() => console.log('refreshed'), 1); again.refresh(); await later(); await later(); await later();
    const immediate = setImmediate(() => console.log('never')); clearImmediate(immediate);
    setTimeout(() => { console.log('first'); Promise.resolve().then(() => console.log('between')); }, 1); setTimeout(() => console.log('second'), 1);
}
process.on('beforeExit', (() => { let once = true; return (code) => { console.log('beforeExit', code); if (once) { once = false; setTimeout(() => console.log('once more'), 1); } }; })());
process.on('exit', (code) => { console.log('exit', code, process.exitCode); setTimeout(() => console.log('never'), 0); });
console.log('end');
