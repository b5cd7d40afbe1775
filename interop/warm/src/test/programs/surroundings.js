// Prints what a program knows of itself and its process.
const fs = require('fs');
const os = require('os');
console.log(process.argv, process.execPath, process.execArgv, process.title, process.version, process.versions);
console.log(process.platform, process.arch, process.cwd(), __filename, __dirname, require.main === module);
for (const entry of Object.entries(process.env).sort()) {
  if (entry[0] !== 'SQLVM_WARM' && entry[0] !== '_') console.log(entry);
}
for (const stream of [process.stdin, process.stdout, process.stderr]) {
  console.log(stream.fd, stream.isTTY, stream.columns);
}
console.log(typeof process.getuid === 'function' ? process.getuid() : '', typeof process.umask === 'function' ? process.umask() : '');
console.log(new Date(0).toString(), Intl.DateTimeFormat().resolvedOptions(), (1234.5).toLocaleString());
console.log(os.EOL, os.homedir(), os.tmpdir(), os.platform());
console.log(Object.getOwnPropertyNames(globalThis).sort());
console.log(fs.readFileSync(0, 'utf8'));
console.error('errors', new Error('with a stack').stack);
globalThis.changed = Array.prototype.changed = process.env.CHANGED = 'changed';
process.chdir('/');
process.exitCode = 3;
