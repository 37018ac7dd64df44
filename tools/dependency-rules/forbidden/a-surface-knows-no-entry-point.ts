// at apps/api/src/form/example.ts
// forbidden by architecture/imports-point-one-way
export { AppModule } from '../app.module';
