module.exports = require('../../jest.preset.cjs')(__dirname, 'postgres', { needs: 'database' });
