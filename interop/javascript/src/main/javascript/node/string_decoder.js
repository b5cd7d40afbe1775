'use strict';

module.exports = system.packaged('string_decoder');
