import type { ReactNode } from 'react'
import { bytesOf } from '../../../format/bytes-text.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { StateMark } from '../../../ui/feedback/state-mark.tsx'
import { Facts, Panel } from '../../../ui/layout/page.tsx'
import type { GatewayReport } from './gateway.rules.ts'
import { SignalBars } from './signal-bars.tsx'

/** By which ways the gateway goes out: cable, modem, tunnel. */
export const WaysPanel = ({ report, vpnIp }: { report: GatewayReport; vpnIp: string | undefined }): ReactNode => {
  const { gatewayState: words } = useTexts()
  const { number } = useFormat()
  const { ethernet, gsm, vpn } = report
  const traffic = bytesOf(gsm?.traficTotal ?? 0)
  const tunnel = [words.links[vpn?.linkState ?? ''] ?? vpn?.linkState, vpn?.netifIp ?? vpnIp].filter(Boolean)
  return (
    <Panel title={words.ways}>
      <Facts
        facts={[
          [
            words.ethernet,
            ethernet === undefined ? (
              '—'
            ) : (
              <StateMark key="ethernet" tone={ethernet.linkUp ? 'ok' : 'muted'}>
                {ethernet.linkUp ? (ethernet.ip ?? '—') : words.noLink}
              </StateMark>
            ),
          ],
          [words.modem, gsm === undefined ? '—' : <Modem key="modem" gsm={gsm} />],
          ...(gsm?.simState === 1
            ? [
                [
                  words.signal,
                  gsm.signalLevel === null ? (
                    words.notRegistered
                  ) : (
                    <SignalBars key="signal" label={words.signal} percent={gsm.signalLevel} />
                  ),
                ] as const,
                [words.traffic, number(traffic.value, traffic.unit)] as const,
              ]
            : []),
          [
            words.vpn,
            vpn === undefined ? (
              '—'
            ) : (
              <StateMark
                key="vpn"
                tone={vpn.linkState === 'peerUp' ? 'ok' : vpn.linkState === 'disabled' ? 'muted' : 'unknown'}
              >
                {tunnel.join(', ')}
              </StateMark>
            ),
          ],
        ]}
      />
    </Panel>
  )
}

const Modem = ({ gsm }: { gsm: NonNullable<GatewayReport['gsm']> }): ReactNode => {
  const { gatewayState: words } = useTexts()
  if (gsm.simState !== 1) return <StateMark tone="muted">{words.noModem}</StateMark>
  const says = [gsm.provider, gsm.radioBand?.toUpperCase(), gsm.isGsmRoaming && words.roaming, gsm.ip].filter(Boolean)
  return (
    <StateMark tone={gsm.isGsmRegistered ? 'ok' : 'unknown'}>
      {says.length === 0 ? words.notRegistered : says.join(', ')}
    </StateMark>
  )
}
