export { EventLines, type SentEvent } from './event-lines.ts'
export { saveFile } from './save-file.ts'
