module.exports = require('../../jest.preset.cjs')(__dirname, 'api', { needs: 'database' });
