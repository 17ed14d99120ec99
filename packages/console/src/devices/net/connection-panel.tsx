import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'

type Net = AnswerOf<'nets', 'get'>

/** Connection state of a network and its last error. */
export const ConnectionPanel = ({ net }: { net: Net }): ReactNode => {
  const { common, health, net: texts, newNet } = useTexts()
  const status = useQuery(apiQuery('links', 'status', { netId: net.id }))
  const keys = useQuery({ ...apiQuery('links', 'settings', { netId: net.id }), enabled: net.mac !== undefined }).data
    ?.keys
  return (
    <Panel title={texts.connection}>
      <Loaded query={status}>
        {({ connected, since, lastError, lastErrorOn }) => (
          <Facts
            facts={[
              [
                common.state,
                <StateMark key="state" tone={connected ? 'ok' : net.disabledOn === undefined ? 'unknown' : 'muted'}>
                  {connected ? health.connected : health.disconnected}
                </StateMark>,
              ],
              [common.since, since === undefined ? '—' : <Ago key="since" iso={since} />],
              [common.address, net.mac === undefined ? `${net.ip}:${net.port}` : texts.calledIn({ mac: net.mac })],
              [texts.protocol, newNet.protocols[net.protocol]],
              ...(keys === undefined
                ? []
                : [
                    [
                      texts.keys,
                      <span key="keys">
                        {texts.keysOf({ gateway: keys.gateway ?? common.none, cloud: keys.cloud })}{' '}
                        <span className="text-quiet">({texts.keysHint})</span>
                      </span>,
                    ] as const,
                  ]),
              [
                texts.lastError,
                lastError === undefined ? (
                  common.none
                ) : (
                  <span key="error">
                    {lastError}{' '}
                    <span className="text-quiet">{lastErrorOn !== undefined && <Ago iso={lastErrorOn} />}</span>
                  </span>
                ),
              ],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
