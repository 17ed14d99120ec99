import { env } from 'node:process'

/** Why a test is not run here: it would change the network of this machine. */
export const outside = (): string | false =>
  env['BUSBAR_INSIDE'] === undefined ? 'modem.test.ts runs it in namespaces of its own' : false
