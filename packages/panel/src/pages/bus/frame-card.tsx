import type { ReactNode } from 'react'
import type { Frame } from '../../api/bus-live.ts'
import { clockText } from '../../format/format.ts'
import { answerText, requestText } from '../../format/pdu.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Card, Notice } from '../../ui/parts.tsx'

const hex = (bytes: readonly number[]): string =>
  bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ')

/** One exchange: its bytes, and what they mean. */
export const FrameCard = ({ frame, onlyHref }: { frame: Frame; onlyHref: string }): ReactNode => {
  const texts = useTexts()
  const { bus, sources } = texts
  const { on, uid, from, req, resp, error, noise, ms } = frame
  return (
    <Card title={bus.frameOf({ unit: uid })} aside={clockText(on)}>
      <div className="stack">
        <div>
          <small>
            {bus.sent} ({sources[from]})
          </small>
          <p className="mono">{hex([uid, ...req])}</p>
          <p>{requestText(texts, req)}</p>
        </div>
        {resp === null ? (
          <Notice tone={error === 'crc' ? 'warning' : 'unknown'}>
            <span>
              <b>{bus.noneWithin({ ms: Math.round(ms) })}</b>{' '}
              {error === 'ForeignTraffic' || error === 'DuplicateUnit'
                ? `${bus[error === 'ForeignTraffic' ? 'foreignTraffic' : 'duplicateUnit']}.`
                : noise > 0
                  ? bus.noiseOnly({ bytes: noise })
                  : bus.nothingHeard}
            </span>
          </Notice>
        ) : (
          <div>
            <small>
              {bus.answer}, {Math.round(ms)} ms
            </small>
            <p className="mono">{hex([uid, ...resp])}</p>
            <p>{answerText(texts, resp, req)}</p>
          </div>
        )}
        <a className="button small" href={onlyHref}>
          {bus.onlyUnit({ unit: uid })}
        </a>
      </div>
    </Card>
  )
}
