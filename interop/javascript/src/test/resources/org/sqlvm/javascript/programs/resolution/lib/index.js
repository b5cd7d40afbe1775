module.exports = 'index of a folder';
