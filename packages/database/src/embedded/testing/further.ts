import { test } from 'node:test'

const skip = process.env['BUSBAR_KILLS'] !== 'all' && 'npm run test:crash has further kills'

/** A further way to end or stop a server; `npm test` runs one of each sort. */
export const further = (name: string, work: () => Promise<void>): void => void test(name, { skip }, work)
