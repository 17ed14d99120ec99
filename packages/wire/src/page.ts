export type { OpenApiDocument } from './openapi/document.ts'
export { schemaBody, typeOf } from './openapi/page/fields.ts'
export { baseOf, type Group, groupsOf, type OperationEntry, schemasOf } from './openapi/page/model.ts'
export { operationBody } from './openapi/page/operation.ts'
