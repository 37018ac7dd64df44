module.exports = { ...require('../../jest.preset.cjs'), displayName: 'feedback', rootDir: __dirname };
