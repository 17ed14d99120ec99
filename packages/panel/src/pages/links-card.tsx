import { textFor } from '@busbar/ui/messages'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../api/api.ts'
import type { GatewayState } from '../api/state.ts'
import { durationText } from '../format/format.ts'
import type { Texts } from '../texts/messages.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Card, CopyButton, Mark, type Tone } from '../ui/parts.tsx'

const cloudTone = { disabled: 'muted', waiting: 'unknown', connecting: 'unknown', connected: 'ok' } as const

type LinksState = Pick<GatewayState, 'mbTcpCallback' | 'vpn' | 'gsm' | 'mbTcpServer' | 'mbTcpClients' | 'ethernet'>
type Forwarding = AnswerOf<'box.status'>['forwarding']
type Broker = AnswerOf<'mqtt.status'>
type Https = AnswerOf<'box.https'>

const brokerTone = { connecting: 'unknown', waiting: 'warning', connected: 'ok' } as const

/** Every way by which the gateway is reached or reaches others, with its state. */
export const LinksCard = ({
  data,
  forwarding,
  broker,
  https,
}: {
  data: LinksState
  forwarding: Forwarding
  broker: Broker | undefined
  https: Https | undefined
}): ReactNode => {
  const texts = useTexts()
  const { status, cloudStates } = texts
  const { mbTcpCallback: cloud, vpn, gsm, mbTcpServer: tcp, mbTcpClients: remote, ethernet } = data
  const since = cloud.state === 'connected' ? durationText(texts, cloud.connectionTimeSec) : ''
  const rows: [name: string, text: string, tone: Tone][] = [
    [status.cloud, `${cloudStates[cloud.state]} ${since}`.trim(), cloudTone[cloud.state]],
    [status.ethernet, ethernet.ip ?? status.none, ethernet.ip === null ? 'muted' : 'ok'],
    [status.tcp, status.clients({ count: tcp.clients.length, port: tcp.listenPortEth }), tcp.isActive ? 'ok' : 'muted'],
    ...httpsRows(texts, https),
    [status.vpn, textFor(status.tunnels, vpn.linkState), vpn.linkState === 'peerUp' ? 'ok' : 'muted'],
    [
      status.modem,
      gsm.simState === 0 ? status.noModem : `${gsm.provider ?? ''} ${gsm.signalLevel ?? '–'} %`,
      gsm.simState === 0 ? 'muted' : 'ok',
    ],
    ...brokerRows(texts, broker),
    ...remote
      .filter(({ remoteIp }) => remoteIp !== '')
      .map((one): [string, string, Tone] => [
        `${status.remote} ${one.remoteIp}:${one.remotePort}`,
        textFor(cloudStates, one.state),
        one.state === 'connected' ? 'ok' : 'unknown',
      ]),
    ...forwarding.map(
      ({ listenPort, isUdp, serverAddr, serverPort, isOpen, clients, problem }): [string, string, Tone] => [
        `${status.forwarding({
          port: listenPort,
          server: serverAddr === '' ? status.dnsServers : `${serverAddr}:${serverPort}`,
        })}${isUdp ? ', UDP' : ''}`,
        problem ?? (isOpen ? status.open({ count: clients }) : status.notOpen),
        problem !== null ? 'warning' : isOpen ? 'ok' : 'unknown',
      ],
    ),
  ]
  return (
    <Card title={status.links} className="w4">
      <ul className="list">
        {rows.map(([name, text, tone]) => (
          <li key={name}>
            <div className="grow">
              <b>{name}</b>
              <br />
              <small>{text}</small>
            </div>
            <Mark tone={tone} />
          </li>
        ))}
      </ul>
      {cloud.state === 'connected' && cloud.activationWithCode === 'set' && (
        <>
          <p>{status.code}</p>
          <ActivationCode code={cloud.activationCode} />
        </>
      )}
    </Card>
  )
}

/** No row when HTTPS is switched off. */
const httpsRows = ({ https: words }: Texts, https: Https | undefined): [string, string, Tone][] => {
  const { port = null, problem = null } = https ?? {}
  if (port !== null) return [['HTTPS', words.port({ port }), 'ok']]
  return problem === null ? [] : [['HTTPS', `${words.unavailable} ${problem}`, 'warning']]
}

/** A box that tells no broker has no word about it. */
const brokerRows = ({ broker: words, cloudStates }: Texts, broker: Broker | undefined): [string, string, Tone][] => {
  const state = broker?.state
  if (broker?.broker === null || broker?.broker === undefined || state === null || state === undefined) return []
  const { phase, problem } = state
  const tone = phase === 'connected' && problem !== null ? 'warning' : brokerTone[phase]
  return [[`${words.title} ${broker.broker.url}`, problem ?? cloudStates[phase], tone]]
}

/**
 * The activation code for the cloud: large, in groups of three digits, in words for the telephone, and with a button to
 * copy it.
 */
export const ActivationCode = ({ code }: { code: string }): ReactNode => {
  const { setup } = useTexts()
  const digits = setup.digits.split(' ')
  const words = Array.from(code, (digit) => digits[Number(digit)] ?? digit)
  const threes = code.match(/.{1,3}/g) ?? []
  return (
    <div className="stack">
      <div className="code" role="img" aria-label={words.join(' ')}>
        {threes.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
          <span key={at}>{part}</span>
        ))}
      </div>
      <p className="quiet aloud">{setup.aloud({ words: spoken(words) })}</p>
      <CopyButton text={code} />
    </div>
  )
}

/** Spells the digits, with a pause between groups. */
const spoken = (words: readonly string[]): string =>
  words.map((word, at) => (at > 0 && at % 3 === 0 ? `– ${word}` : word)).join(' ')
