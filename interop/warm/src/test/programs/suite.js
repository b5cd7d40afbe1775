// The tests of the module in JavaScript, see ModuleTest.
const fs = require('fs');
const path = require('path');

const tests = path.join(__dirname, '../../../../javascript/src/test/resources/org/sqlvm/javascript');
globalThis.require = require;
const run = async () => {
  for (const file of ['databases', 'statements', 'parameters', 'values', 'transactions', 'functions', 'search',
    'tables', 'errors']) {
    globalThis.folder = path.join(process.cwd(), file);
    fs.mkdirSync(folder);
    const all = [];
    globalThis.test = (name, run) => all.push([name, run]);
    const text = ['testing', file].map(name => fs.readFileSync(path.join(tests, name + '.js'), 'utf8')).join('\n');
    (0, eval)(text);
    for (const [name, run] of all) {
      try {
        await run();
        console.log('%s: %s: passed', file, name);
      } catch (error) {
        console.log('%s: %s: %s', file, name, error);
      }
    }
  }
};
run();
