'use strict';

// SQLite databases in the process, on the compiler that runs this program. The interface is that of
// better-sqlite3.

const Database = require('./database');
const {SqliteError} = require('./errors');

Database.SqliteError = SqliteError;
module.exports = Database;
