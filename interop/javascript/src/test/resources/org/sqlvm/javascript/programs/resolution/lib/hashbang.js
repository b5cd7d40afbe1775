#!/usr/bin/env node
module.exports = 'after a hashbang';
