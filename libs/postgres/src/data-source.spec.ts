import { testDataSource } from '../testing';

describe('the schema', () => {
  it('that the migrations make is the one the entities describe', async () => {
    const dataSource = await testDataSource();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});
