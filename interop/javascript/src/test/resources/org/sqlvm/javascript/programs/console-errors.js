// How console shows errors, without the places that the engines name differently.
const show = (...values) => console.log(require('util').format(...values).replace(/(\n\s*at [^\n]*)+/g, '\n    at …'));
show(new Error('plain'));
show(new TypeError('typed'), new RangeError());
show([new Error('in an array')], {e: new Error('in an object')});
class Custom extends Error { constructor(m) { super(m); this.name = 'Custom'; this.code = 'E_CODE'; } }
class Unnamed extends Error {}
show(new Custom('mine'), new Unnamed('unnamed'));
show(Object.assign(new Error('with'), {code: 5, detail: {a: [1]}}));
show(new Error('outer', {cause: new Error('inner')}));
show(new Error('outer', {cause: 'text'}));
show(new AggregateError([new Error('one'), 2], 'many'));
const noStack = new Error('no stack'); noStack.stack = undefined; show(noStack);
const text = new Error('text'); text.stack = 'Just text'; show(text);
const renamed = new Error('renamed'); renamed.name = 'Other'; show(renamed);
const message = new Error('before'); message.message = 'after'; show(message);
const multi = new Error('line one\nline two'); show({multi});
show('%s', new Error('as text')); show('%o', {e: 1});
const err = new Error(''); show(err); show(String(err), `${new TypeError('x')}`);
try { null.x; } catch (e) { show(e instanceof TypeError, e.name); }
try { undefinedName; } catch (e) { show(e.name, e.message); }
try { JSON.parse('{'); } catch (e) { show(e.name); }
show(Object.keys(new Error('k')), new Error('x').toString(), Error('no new').message);
show(new DOMException('m', 'AbortError').name, new DOMException('m', 'AbortError').code, new DOMException('a') instanceof Error);
const frozen = Object.freeze(new Error('frozen')); show(frozen);
const proto = Object.create(Error.prototype); show(proto instanceof Error);
