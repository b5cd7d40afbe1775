'use strict';

const {host} = system;

class ReadStream {}

class WriteStream {}

module.exports = {
    isatty: (number) => Number.isInteger(number) && number >= 0 && number <= 2 && host.isTerminal(number),
    ReadStream,
    WriteStream,
};
