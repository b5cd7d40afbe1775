'use strict';

module.exports = system.packaged('punycode');
