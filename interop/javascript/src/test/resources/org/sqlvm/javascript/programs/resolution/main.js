// How require finds modules.
const fs = require('fs'); const path = require('path'); const shown = (e) => `${e.name} ${e.code} ${String(e.message).replaceAll(__dirname, 'DIR')}`;
const attempt = (name) => { try { return require(name); } catch (e) { return shown(e); } };
console.log(attempt('conditional').kind, attempt('conditional').self(), attempt('conditional').own, attempt('conditional/feature'), attempt('conditional/feature/one'), attempt('conditional/deep/one.js'), attempt('conditional/array'), attempt('conditional/package.json').version);
for (const name of ['conditional/feature/private/p', 'conditional/feature.js', 'conditional/none', 'conditional/missing', 'conditional/outside', 'conditional/cjs.cjs', 'conditional/feature/../wrong', 'absent', '@scope/absent', './absent', '../absent.js', '/absent', '#absent', 'node:absent', 'broken-main', 'absent/deep', '@scope']) console.log(name, attempt(name));
console.log(attempt('simple'), attempt('simple/other'), attempt('simple/other.js'), attempt('nested'), attempt('no-main'), attempt('bad-main'), attempt('literal'), attempt('./lib'), attempt('./lib/'), attempt('./lib/data'), attempt('./lib/hashbang'), attempt('./lib/typed/y.cjs'));
console.log(attempt('./lib/a'), attempt('./lib/b'), attempt('./lib/throws'), attempt('./lib/throws'), attempt('./lib/syntax').split(' ')[0]);
console.log(require('./lib/a') === require('./lib/a.js'), require.resolve('./lib').replace(__dirname, ''), require.resolve('fs'), require.resolve.paths('x')[0].replace(__dirname, ''), require.main === module, module.id, module.filename === __filename, module.children.length > 3, module.paths[0].replace(__dirname, ''), Object.keys(require.cache).length > 5, require.resolve('simple', {paths: [__dirname]}).replace(__dirname, ''));
try { require.resolve('absent'); } catch (e) { console.log(shown(e), e.requireStack.length); } try { require(''); } catch (e) { console.log(e.code); } try { require(5); } catch (e) { console.log(e.code); }
console.log(typeof exports, exports === module.exports, this === exports, typeof __dirname, arguments.length, module.loaded, require('module').createRequire(__filename)('./lib/data').value, require('fs') === require('node:fs'));
console.log(require('./lib/strict.mjs'), require('@scope/pkg').default, require('./lib/esm-a.mjs').seen, attempt('./lib/await.mjs').split(' ')[1], require('./lib/strict.mjs') === require('./lib/strict.mjs'));
delete require.cache[require.resolve('./lib/data')]; console.log(require('./lib/data') !== attempt);
const link = path.join(__dirname, 'linked'); try { fs.unlinkSync(link); } catch {} fs.symlinkSync('lib', link); console.log(require('./linked/a') === require('./lib/a'), require.resolve('./linked').replace(__dirname, '')); fs.unlinkSync(link);
(async () => {
    console.log((await import('./lib/strict.mjs')).default(), Object.keys(await import('literal')), (await import('fs')).default === fs, (await import('./lib/data.json', {with: {type: 'json'}})).default, (await import('conditional')).kind, await import('./lib/await.mjs'));
    await import('absent').catch((e) => console.log(shown(e))); await import('./lib/throws.js').catch((e) => console.log(e.message));
})();
