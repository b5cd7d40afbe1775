exports.done = false; const a = require('./a.js'); exports.a = a.done; exports.done = true;
