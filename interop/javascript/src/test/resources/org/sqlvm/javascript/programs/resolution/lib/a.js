exports.done = false; const b = require('./b'); exports.b = b.done; exports.done = true;
