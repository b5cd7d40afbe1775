'use strict';

module.exports = require('./modules').Module;
