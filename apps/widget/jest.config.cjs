module.exports = { ...require('../../jest.preset.cjs'), displayName: 'widget', rootDir: __dirname };
