// How console.log shows values: primitives, nested objects, arrays, classes.
console.log();
console.log('text', 1, -0, 0.1, 1e21, NaN, Infinity, 10n, true, null, undefined, Symbol('s'), Symbol());
console.log(['text', "it's", `"both" 'and'`, '`all` "three" \'kinds\'', 'line\nbreak', 'tab\t\x00\x1b\x7f', 'é', '\ud800']);
console.log({}, [], [[]], {a: {}}, [undefined, null]);
console.log({a: 1, 'b-c': 2, 3: 4, [Symbol('s')]: 5, __proto__: {hidden: 1}});
console.log({a: {b: {c: {d: 1}}}}, [[[[1]]]], {a: {b: {c: [1]}}}, {a: {b: {c: {}}}});
console.log([1, , 3], [, ,], new Array(5), [1, 2, , , 5], Object.assign([1, 2], {name: 'x', '-1': 2}));
console.log(Array.from({length: 7}, (_, i) => i), Array.from({length: 101}, (_, i) => i));
console.log(Array.from({length: 30}, (_, i) => 'item ' + i));
console.log(Array.from({length: 27}, (_, i) => 'x'.repeat(i)));
console.log(Array.from({length: 12}, (_, i) => ({id: i, name: `n${i}`})));
console.log([['a', 1], ['b', 2], ['c', 3], ['d', 4], ['e', 5], ['f', 6], ['g', 7]]);
console.log([1.5, 22.25, 333, -4, 5e10, 6, 7, 8, 9, 10], [1n, 22n, 333n, 4444n, 5n, 6n, 7n]);
console.log({first: 'a string that is long enough', second: 'another string that is long', third: [1, 2, 3]});
console.log({first: 'a string that is long enough to', second: 'another string that is too', third: {a: 1}, x: 1});
console.log([{id: 1, name: 'bolt', price: 0.25}, {id: 2, name: 'nut', price: 0.1}]);
console.log({rows: [{id: 1, name: 'bolt', tags: ['a', 'b']}, {id: 2, name: 'nut', tags: []}], count: 2});
console.log({a: 1, b: 'two', c: [1, 2, 3], d: {e: {f: {g: 1}}}, h: null, i: undefined, j: () => 1, k: function named() {}});
console.log('a'.repeat(200), ['a'.repeat(100)], {long: 'b'.repeat(120)}, ['first line\nsecond line that is longer than this']);
console.log(new Map([['a', 1], ['b', {c: 2}]]), new Map(), new Map([[{k: 1}, new Map([[1, 2]])]]));
console.log(new Set([1, 'a', [2]]), new Set(), new WeakMap(), new WeakSet());
console.log(new Map(Array.from({length: 6}, (_, i) => [`key number ${i}`, `value number ${i}`])));
console.log(new Map([[1, 2]]).entries(), new Map([['k', {v: 1}]]).keys(), new Map([[3, 4]]).values(), new Set([5]).entries(), new Set([5]).values(), [1, 2][Symbol.iterator](), 'ab'[Symbol.iterator]());
console.log(new Date(0), new Date(NaN), [new Date(86400000)], /x+/gi, [/y/u], Object.assign(/z/, {p: 1}));
console.log(() => {}, function () {}, function named() {}, class {}, class A {}, class B extends Map {}, async () => {},
    function* g() {}, async function* h() {}, Math.max, Object.assign(function f() {}, {a: 1}), Object.assign(() => {}, {b: 2}));
console.log([() => {}, class A {}], {f() {}, async g() {}, get x() { return 1; }, set x(v) {}, get y() { return 1; }, set z(v) {}});
class Point { constructor(x, y) { this.x = x; this.y = y; } get length() { return 1; } }
class Empty {}
class Tagged { get [Symbol.toStringTag]() { return 'Mark'; } }
class Deep extends Point { #secret = 1; list = [1]; }
console.log(new Point(1, 2), new Empty(), new Tagged(), new Deep(3, 4), [new Point(0, 0)], Object.create(null));
console.log(Object.assign(Object.create(null), {a: 1}), Object.create({}), Object.create(Point.prototype), Object.create(Object.create(null)));
console.log(new (class extends Array {})(3), new (class Stack extends Array {})(1, 2), new (class M extends Map {})([[1, 2]]), new (class extends Set {})());
const circular = {name: 'c'}; circular.self = circular; circular.list = [circular, {inner: circular}];
console.log(circular);
const one = {}; const two = {one}; one.two = two; console.log(one, [two]);
const m = new Map(); m.set('m', m); console.log(m);
console.log(new Number(3), new String('abc'), new Boolean(false), Object(1n), Object(Symbol('q')), [new String('x')]);
console.log(new Uint8Array([1, 2, 3]), new Float64Array(2), new BigInt64Array(1), new Uint8Array(0), new Uint8Array(200));
console.log(new ArrayBuffer(4), new DataView(new ArrayBuffer(2)), Buffer.from('hello'), Buffer.alloc(60), [Buffer.from([1])]);
console.log(Promise.resolve(1), Promise.resolve({a: [1]}), new Promise(() => {}), [Promise.resolve('x')]);
const rejected = Promise.reject(3); rejected.catch(() => {}); console.log(rejected);
console.log((function () { return arguments; })(1, 'a'), new Proxy({a: 1}, {}), new Proxy([1], {}), new Proxy(function f() {}, {}));
console.log(Symbol.iterator, [Symbol('a b')], {[Symbol.iterator]: 1}, [true, null, undefined, 1n]);
console.log(globalThis === global, typeof globalThis, [NaN, -0, 0], {a: -0});
console.log(JSON, Math, Reflect, Intl, [globalThis.Atomics]);
console.log({a: 'x'.repeat(60), b: 'y'.repeat(20)}, {a: ['x'.repeat(30), 'y'.repeat(30), 'z'.repeat(30)]});
console.log({ 'quoted key': 1, valid_key: 2, $dollar: 3, 'with\'quote': 4, 'üml': 5 });
console.log([[1, 2, [3, 4, [5, [6]]]], {a: {b: {c: {}}}}], [[[]]], [[[{}]]], {x: {y: {z: []}}});
console.log({level1: {level2: {level3: {level4: 'deep'}}, other: [1, 2, {a: {b: 1}}]}});
console.log(new (class Foo { constructor() { this.bar = new Map([['k', new Set([1])]]); } })());
console.log([,'a'], [undefined], [null], ['a', , 'b', , ,], Object.freeze({f: 1}), Object.seal([1]));
console.log(Object.defineProperty({}, 'hidden', {value: 1}), Object.defineProperty({v: 1}, 'shown', {get() { return 5; }, enumerable: true}));
console.log(new Array(200).fill('ab'), Array(3).fill({a: 1}), Array(8).fill([1, 2]));
console.log('%s is %d years and %i, %f, %j %o %O %c|%%', 'Bob', 42, 42.9, 1.5, {a: 1}, [1, {b: 2}], {c: {d: {e: {f: 1}}}}, 'css');
console.log('%s %s', 'one'); console.log('%s', 'a', 'b', {c: 1}); console.log('%d', '0x10', '%s'); console.log('100%', 5); console.log('%', 1); console.log('%x', 1);
console.log('%s|%s|%s|%s|%s|%s', null, undefined, 5n, Symbol('a'), -0, true);
console.log('%s|%s|%s|%s', {a: {b: 1}}, [1, [2, [3]]], () => 1, class Q {});
console.log('%s|%s|%s', new Date(0), new Error('boom').message, Object.create(null));
console.log('%s', {toString() { return 'own'; }}, '%s', new (class T { toString() { return 'cls'; } })());
console.log('%s', new (class T { toString() { return 'cls'; } })());
console.log('%d|%d|%d|%d|%i|%i|%f|%f', 5n, 'x', {}, '12.5', '12.9px', 7n, '1.25', Symbol('s'));
console.log('%j', {toJSON() { return 'j'; }}); const cyc = {}; cyc.c = cyc; console.log('%j', cyc);
console.log('%o', [{a: 1}]); console.log('%O', {a: new Map([[1, {b: [1, 2]}]])});
console.log('a\nb', {a: 'x\ny'}, ['p\nq']); console.log({}.toString(), String([1, [2, 3]]), `${{}}`);
