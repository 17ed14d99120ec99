import { MqttRefused } from '@busbar/mqtt'
import { type BrokerOptions, openBroker, rootOf } from './open-broker.ts'
import { topicsOf } from './topics.rules.ts'

/** Makes a broker forget topics of a connector that is gone. Throws where it cannot be told. */
export const clearRetained = async (
  options: BrokerOptions,
  topics: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const will = { topic: topicsOf(rootOf(options.connector)).test, payload: '', qos: 0, retain: false } as const
  const { connection } = await openBroker(options, { suffix: '-gone', will, onMessage: () => {} })
  const end = (): void => connection.end()
  signal.addEventListener('abort', end)
  const left = [...topics]
  const forgetNext = async (): Promise<void> => {
    for (let topic = left.pop(); topic !== undefined; topic = left.pop()) {
      try {
        await connection.publish({ topic, payload: '', qos: 1, retain: true })
      } catch (error) {
        // What it does not let us write it has not kept of us, either.
        if (!(error instanceof MqttRefused)) throw error
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: connection.inFlightMax }, forgetNext))
  } finally {
    signal.removeEventListener('abort', end)
    connection.end()
  }
}
