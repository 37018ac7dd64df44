module.exports = require('../../jest.preset.cjs')(__dirname, 'cli', {
  needs: 'product',
  timeLimitMs: 30_000,
});
