export { type AlertRecord, alertRecords, countRecords, type RecordDetail, recordDetails } from './log.sql.ts'
export type { MessageSnapshot } from './message-snapshot.ts'
