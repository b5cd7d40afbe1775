'use strict';

module.exports = system.packaged('readable-stream');
