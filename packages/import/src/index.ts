export { decimalText, product as decimalProduct } from './plan/fields.ts'
export { filled } from './plan/fill-text.ts'
export {
  type ImportContext,
  type ImportedPlan,
  type ImportFormat,
  ImportProblem,
  importFormats,
  type Note,
  noteLevels,
  type PlannedParam,
  type Question,
  type SourceFile,
} from './plan/plan.ts'
export { type SharedTemplate, sharedTemplates } from './plan/shared-templates.ts'
export { noteTexts, questionTexts } from './plan/texts.ts'
export { csvReader } from './readings/csv-readings.ts'
export { type ImportedReading, type LineReader, numberWord, type RefusedLine, valueOf } from './readings/found.ts'
export { protocolReader } from './readings/line-protocol.ts'
export { enumEntries, enumText, flagOf, guarded, jsonOf, unguarded } from './table/cells.rules.ts'
export { type CsvRow, type Delimiter, readCsv, writeCsv } from './table/csv.ts'
