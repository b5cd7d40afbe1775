'use strict';

// Runs test files with Mocha: prints what fails on standard output, the rest on the other one.
const path = require('path');
const Mocha = require('mocha');

const mocha = new Mocha({timeout: 60000, reporter: 'min'});
mocha.reporter(class {
    constructor(runner) {
        let passed = 0;
        runner.on('pass', () => { passed++; });
        runner.on('fail', (test, error) => {
            console.log(`${path.basename(test.file)} ${test.fullTitle()}`.replace(/ for ".*/, ''));
            console.error(`${test.fullTitle()}: ${error.message.split('\n')[0]}`);
        });
        runner.on('end', () => console.error(`${passed} passed`));
    }
});
mocha.addFile(path.resolve('test/00.setup.js'));
for (const file of process.argv.slice(2)) {
    mocha.addFile(path.resolve('test', file));
}
mocha.run(() => process.exit(0));
