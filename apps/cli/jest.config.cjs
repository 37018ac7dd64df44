module.exports = require('../../jest.preset.cjs')(__dirname, 'cli', { needs: 'product' });
