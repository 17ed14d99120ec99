export { EventStreamParser, type ServerSentEvent } from './event-lines.ts'
export { saveFile } from './save-file.ts'
