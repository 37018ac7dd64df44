module.exports = { ...require('../../jest.preset.cjs'), displayName: 'law', rootDir: __dirname };
