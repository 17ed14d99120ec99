import { test } from 'node:test'

const skip = process.env['BUSBAR_KILLS'] !== 'all' && 'npm run test:crash has further kills'

/** Another way to end a server, or to leave it halted; `npm test` has one of each kind. */
export const further = (name: string, work: () => Promise<void>): void => void test(name, { skip }, work)
