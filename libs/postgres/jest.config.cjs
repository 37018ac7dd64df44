const postgres = require('../../jest.preset.cjs')(__dirname, 'postgres', { needs: 'database' });

module.exports = { ...postgres, setupFilesAfterEnv: [`${__dirname}/testing/each-file.ts`] };
