/** For benchmarks: nodes without a database and a server for messages. */
export { LeaseTable } from './lease-table.ts'
export { LocalServer } from './local-messages.ts'
