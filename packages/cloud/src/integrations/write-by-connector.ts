import { Refusal } from '@busbar/wire/server'
import { type WriteCall, writeParam } from '../commands/writing/write-param.ts'
import type { ConnectorsOptions } from './connectors.ts'

const noAccount = 0

/**
 * Executes a write command from a message: checked, sent once and recorded like any other write, with the connector as
 * its actor.
 */
export const writeByConnector =
  (service: Omit<WriteCall, 'caller' | 'from'>): ConnectorsOptions['write'] =>
  async ({ orgId, name }, paramId, value, { topic, id }) => {
    const accountName = `${name}: ${topic}${id === null ? '' : ` ${id}`}`.slice(0, 300)
    try {
      return await writeParam(
        { ...service, caller: { accountId: noAccount, accountName }, from: 'mqtt' },
        orgId,
        paramId,
        {
          by: 'write',
          value,
        },
      )
    } catch (error) {
      if (error instanceof Refusal) return { err: 'The parameter is gone.' }
      throw error
    }
  }
