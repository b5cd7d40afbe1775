// Buffer, text encoders, base64, structuredClone, Blob.
const b = Buffer.from('héllo wörld €');
console.log(b, b.length, b.toString(), b.toString('hex'), b.toString('base64'), b.toString('base64url'), b.toString('latin1'), b.toString('ascii').length, b.toString('utf16le').length);
console.log(Buffer.from('68656c6c6f', 'hex').toString(), Buffer.from('aGk_-w', 'base64url'), Buffer.from('aGk=', 'base64').toString(), Buffer.from([1, 2, 300]), Buffer.from(new Uint16Array([1, 258])), Buffer.from(Buffer.from('copy')).toString());
console.log(Buffer.alloc(3), Buffer.alloc(5, 'ab'), Buffer.alloc(2, 255), Buffer.allocUnsafe(0), Buffer.concat([Buffer.from('a'), Buffer.from('bc')]).toString(), Buffer.concat([Buffer.from('abc')], 2).toString());
console.log(Buffer.byteLength('é'), Buffer.byteLength('aGk=', 'base64'), Buffer.isBuffer(b), Buffer.isBuffer(new Uint8Array(1)), Buffer.isEncoding('UTF-8'), Buffer.isEncoding('base64url'), Buffer.isEncoding('x'), Buffer.compare(Buffer.from('a'), Buffer.from('b')));
console.log(b.slice(0, 2), b.subarray(1, 3), b.equals(Buffer.from(b)), b.indexOf('w'), b.includes('llo'), b.lastIndexOf('l'), b.indexOf(Buffer.from('ö')), b.readUInt8(0), b.readUint16BE(0), b.readInt32LE(1));
const w = Buffer.alloc(16); w.writeUInt32BE(0xdeadbeef, 0); w.writeInt16LE(-2, 4); w.writeDoubleBE(1.5, 8); w.write('hi', 6); console.log(w, w.readDoubleBE(8), w.readInt16LE(4), w.readUInt32BE(0).toString(16));
const big = Buffer.alloc(8); big.writeBigInt64LE(-5n); console.log(big, big.readBigInt64LE(), big.readBigUInt64LE(), JSON.stringify(Buffer.from('ab')), Buffer.from(JSON.parse(JSON.stringify(Buffer.from('ab')))));
console.log([...Buffer.from('ab').entries()], [...Buffer.from('ab')], Buffer.from('abc').fill('x').toString(), Buffer.from('ab').swap16().toString(), Buffer.from('abc').copy(w, 1), w.toString('latin1', 1, 4));
console.log(Buffer.from('abc') instanceof Uint8Array, Object.prototype.toString.call(b), typeof Buffer.poolSize, Buffer.from('x').constructor === Buffer, Buffer.from('ab').map((x) => x + 1), Buffer.from('abcdef').reverse().toString());
for (const bad of [() => Buffer.from(5), () => Buffer.from(null), () => Buffer.from('a', 'nope'), () => Buffer.from(undefined)]) { try { bad(); } catch (e) { console.log(e.name, e.code ?? 'none', e.message); } }
console.log(new TextEncoder().encode('é€'), new TextDecoder().decode(new Uint8Array([0xc3, 0xa9, 0xff])), new TextDecoder('utf-16le').decode(new Uint8Array([65, 0])), new TextEncoder().encodeInto('héy', new Uint8Array(3)), new TextEncoder().encoding);
try { new TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array([255])); } catch (e) { console.log(e.name); } try { new TextDecoder('nope'); } catch (e) { console.log(e.name); }
console.log(btoa('hello'), atob('aGVsbG8='), atob(' aGVs bG8 '), btoa('\xff')); try { btoa('€'); } catch (e) { console.log(e.name, e.code); } try { atob('a'); } catch (e) { console.log(e.name); }
const original = {d: new Date(5), r: /x/g, m: new Map([[1, {a: 1}]]), s: new Set([1]), n: null, u: undefined, a: [1, , 3], buf: new Uint8Array([1, 2]), e: new TypeError('t'), big: 5n, o: new Number(3), nan: NaN};
original.self = original; const copy = structuredClone(original);
console.log({...copy, e: copy.e.message, self: copy.self === copy}, copy.m !== original.m, copy.e instanceof TypeError, 1 in copy.a);
for (const bad of [() => 1, Symbol('x'), {f() {}}, new WeakMap(), Promise.resolve()]) { try { structuredClone(bad); } catch (e) { console.log(e.name, e.code, e.constructor.name); } }
class P { constructor() { this.x = 1; } get y() { return 2; } } console.log(structuredClone(new P()), structuredClone('s'), structuredClone([[1]]));
new Blob(['ab', Buffer.from('c'), new Uint8Array([100])], {type: 'Text/Plain'}).text().then((t) => console.log(t));
const {StringDecoder} = require('string_decoder'); const d = new StringDecoder('utf8'); console.log([d.write(Buffer.from([0xe2, 0x82])), d.write(Buffer.from([0xac])), d.end()]);
