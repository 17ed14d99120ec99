import { Refusal } from '@busbar/wire/server'
import { enabledConnectors, lockConnectors } from '../../connectors/connectors.sql.ts'
import { brokerAndRoot, isRootOfOther } from '../../connectors/mqtt/own-root.rules.ts'
import type { MqttSettings } from '../../connectors/mqtt/settings.ts'
import type { Queries } from '../../db/sql.ts'

/**
 * Refuses a connector below whose root another one works at the same broker: each would say of its own devices what the other says of its own, and a command
 * would be done by both. `ownId` is null for a new one. Whose the other is stays untold where it is another organization's.
 */
export const needOwnRoot = async (
  tx: Queries,
  connector: { orgId: number; settings: MqttSettings; isEnabled: boolean },
  ownId: number | null,
): Promise<void> => {
  if (isRootOfOther(connector)) {
    throw new Refusal(
      'IncorrectRequest',
      'body.settings.root: busbar/ and a number is for the organization of that number',
    )
  }
  if (!connector.isEnabled) return
  await lockConnectors(tx)
  const topicAtBroker = brokerAndRoot(connector)
  for (const { id, orgId, name, kind, settings } of await enabledConnectors(tx)) {
    if (id === ownId || kind !== 'mqtt' || brokerAndRoot({ orgId, settings }) !== topicAtBroker) continue
    const other = orgId === connector.orgId ? `the connector ${name}` : 'another connector of this installation'
    throw new Refusal('IncorrectRequest', `body.settings.root: ${other} has this topic at this broker`)
  }
}
