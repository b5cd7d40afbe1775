'use strict';

module.exports = {...require('os').constants.signals, ...require('fs').constants};
