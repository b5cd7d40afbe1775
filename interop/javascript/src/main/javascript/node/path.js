'use strict';

const path = system.packaged('path-browserify');

path.posix = path;
path.toNamespacedPath = (name) => name;
/** Windows's paths are not here: its functions are those of other systems. */
path.win32 ??= {...path, sep: '\\', delimiter: ';'};

module.exports = path;
