import { textFor } from '@busbar/ui/messages'
import type { ReactNode } from 'react'
import { bytesOf } from '../../data/format/bytes-text.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import type { GatewayReport } from './net.rules.ts'

/** Interfaces of the gateway: Ethernet, modem, VPN, and HTTPS with its certificate. */
export const PathsPanel = ({ report, vpnIp }: { report: GatewayReport; vpnIp: string | undefined }): ReactNode => {
  const { gatewayState: words } = useTexts()
  const { number } = useFormat()
  const { ethernet, gsm, vpn, https } = report
  const fingerprint = https?.fingerprint ?? null
  const traffic = bytesOf(gsm?.traficTotal ?? 0)
  const link = vpn === undefined ? undefined : textFor(words.links, vpn.linkState)
  const tunnel = [link, vpn?.netifIp ?? vpnIp].filter(Boolean)
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
          ...(https === undefined ? [] : [['HTTPS', <Https key="https" https={https} />] as const]),
        ]}
      />
      {fingerprint !== null && (
        <div className="flex flex-col gap-1 px-4 pb-4 text-sm">
          <p className="text-faint">{words.fingerprint}</p>
          <p className="font-mono text-xs break-all">{fingerprint}</p>
          <p className="text-quiet">{words.fingerprintHelp}</p>
        </div>
      )}
    </Panel>
  )
}

const Https = ({ https }: { https: NonNullable<GatewayReport['https']> }): ReactNode => {
  const { gatewayState: words } = useTexts()
  const { port, problem = null } = https
  if (port !== null) return <StateMark tone="ok">{words.httpsPort({ port })}</StateMark>
  if (problem === null) return <StateMark tone="muted">{words.links['disabled']}</StateMark>
  return <StateMark tone="warning">{words.httpsProblem({ problem })}</StateMark>
}

const Modem = ({ gsm }: { gsm: NonNullable<GatewayReport['gsm']> }): ReactNode => {
  const { gatewayState: words } = useTexts()
  if (gsm.simState !== 1) return <StateMark tone="muted">{words.noModem}</StateMark>
  const gsmFacts = [gsm.provider, gsm.radioBand?.toUpperCase(), gsm.isGsmRoaming && words.roaming, gsm.ip].filter(
    Boolean,
  )
  return (
    <StateMark tone={gsm.isGsmRegistered ? 'ok' : 'unknown'}>
      {gsmFacts.length === 0 ? words.notRegistered : gsmFacts.join(', ')}
    </StateMark>
  )
}

const bars = [1, 2, 3, 4] as const

/** How well a modem hears its network, as bars with the number. */
const SignalBars = ({ label, percent }: { label: string; percent: number }): ReactNode => {
  const format = useFormat()
  return (
    <span className="inline-flex items-end gap-2">
      <svg
        viewBox="0 0 20 14"
        className="h-3.5 w-5"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        {bars.map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 5}
            y={14 - bar * 3.5}
            width={3.5}
            height={bar * 3.5}
            rx={0.75}
            className={percent > (bar - 1) * 25 ? 'fill-current' : 'fill-current opacity-20'}
          />
        ))}
      </svg>
      <span>{format.percent(percent / 100)}</span>
    </span>
  )
}
