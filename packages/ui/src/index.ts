export { localTexts, tabTexts } from './browser-storage.ts'
export { EventStreamParser, type ServerSentEvent } from './event-stream-parser.ts'
export { editableDecimal, formatDecimal } from './format-decimal.ts'
export { type ParsedNumber, parseNumber } from './parse-number.ts'
export {
  type NumberLimits,
  type NumberProblem,
  notANumber,
  readNumber,
  shownNumber,
  type TypedNumber,
} from './read-number.ts'
export { saveFile } from './save-file.ts'
