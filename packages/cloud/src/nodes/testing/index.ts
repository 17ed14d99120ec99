/** For benchmarks and tests of several nodes: nodes without a database and a server for messages; what takes samples by remote-write; a broker. */
export { TestBroker } from '@busbar/mqtt/testing'
export { TestReceiver } from '../../integrations/testing/receiver.ts'
export { LeaseTable } from './lease-table.ts'
export { LocalServer } from './local-messages.ts'
