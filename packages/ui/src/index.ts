export { EventStreamParser, type ServerSentEvent } from './event-stream-parser.ts'
export { saveFile } from './save-file.ts'
