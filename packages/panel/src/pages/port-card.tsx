import { type ReactNode, useState } from 'react'
import { type AnswerOf, call } from '../api/api.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Failure, Notice, Waiting } from '../ui/parts.tsx'

/** The serial ports of the box by their lasting names, with what is plugged. */
export const PortCard = (): ReactNode => {
  const { ports: words } = useTexts()
  const { data, error, again } = usePoll(() => call('serial.ports'), 3000)
  const bus = usePoll(() => call('bus.status'), 2000)
  const [failure, setFailure] = useState<unknown>(null)
  const choose = (path: string): void => void call('serial.choose', { path }).then(again, setFailure)
  return (
    <Card title={words.title} aside={bus.data === undefined ? undefined : bus.data.isOpen ? words.open : words.closed}>
      <div className="stack">
        {data === undefined && error === null && <Waiting />}
        <Failure error={error} />
        {data?.isFixed === true && <Notice>{words.fixed}</Notice>}
        {data?.chosen !== null && data !== undefined && <p className="mono">{data.chosen}</p>}
        {bus.data?.problem !== null && bus.data !== undefined && <Notice tone="warning">{bus.data.problem}</Notice>}
        {data?.ports.length === 0 && <p className="quiet">{words.none}</p>}
        <ul className="list">
          {data?.ports.map(({ path, tty, maker, product, serialNumber }) => (
            <li key={path}>
              <div className="grow">
                <b>{[maker, product].filter((one) => one !== null).join(' ') || tty}</b>
                <br />
                <small>{[serialNumber, path].filter((one) => one !== null).join(' · ')}</small>
              </div>
              {data.chosen === path ? (
                <span className="tag info">{words.chosen}</span>
              ) : (
                !data.isFixed && (
                  <Button isSmall onClick={() => choose(path)}>
                    {words.choose}
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
        <Failure error={failure} />
      </div>
    </Card>
  )
}

interface Props {
  status: AnswerOf<'bus.status'>['rs485'] | undefined
  className?: string
}

/** The reason why the port does not use the selected RS-485 mode. Nothing where it does. */
export const Rs485Notice = ({ status, className = '' }: Props): ReactNode => {
  const { errors } = useTexts()
  if (status === undefined || status.error === null) return null
  return (
    <Notice tone="warning" className={className}>
      <span>
        {errors[status.error]} <small>{status.detail}</small>
      </span>
    </Notice>
  )
}

/** The same, kept up to date beside the setting. */
export const LiveRs485Notice = (): ReactNode => {
  const { data } = usePoll(() => call('bus.status'), 2000)
  return <Rs485Notice status={data?.rs485} />
}
