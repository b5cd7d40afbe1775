// What `require('sqlvm')` and `import … from 'sqlvm'` find in a program that `sqlvm js` runs.
module.exports = globalThis[Symbol.for('sqlvm')];
