import { qrDrawing } from '@busbar/ui/qr'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { call } from '../../api/api.ts'
import { copyText } from '../../format/copy-text.ts'
import { httpsOrigin } from '../../state/encryption.ts'
import { usePoll } from '../../state/poll.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, Card, Failure, Notice, Waiting } from '../../ui/parts.tsx'

const pollMs = 10_000

/** Address and certificate of HTTPS, with the fingerprint as a QR code. The fingerprint stays when addresses change. */
export const HttpsCard = (): ReactNode => {
  const { https } = useTexts()
  const { data, error } = usePoll(() => call('box.https'), pollMs)
  if (data === undefined) return <Card title="HTTPS">{error === null ? <Waiting /> : <Failure error={error} />}</Card>
  const { port, fingerprint, problem } = data
  const url = port === null ? null : `${httpsOrigin(port)}/`
  return (
    <Card title="HTTPS" className="w12">
      <div className="stack">
        {problem !== null && (
          <Notice tone="warning">
            {https.unavailable} {problem}
          </Notice>
        )}
        {url !== null && <a href={url}>{url}</a>}
        {fingerprint === null ? (
          problem === null && <p className="quiet">{https.off}</p>
        ) : (
          <Fingerprint fingerprint={fingerprint} />
        )}
      </div>
    </Card>
  )
}

const Fingerprint = ({ fingerprint }: { fingerprint: string }): ReactNode => {
  const { https, setup } = useTexts()
  const [isCopied, setIsCopied] = useState(false)
  const pairs = fingerprint.split(':')
  const drawing = useMemo(() => qrDrawing(fingerprint), [fingerprint])
  return (
    <div className="row wrap fingerprint">
      <div className="stack grow">
        <p className="quiet">{https.about}</p>
        <p className="mono wrap-anywhere">
          {pairs.map((pair, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pairs repeat, and their order never changes
            <Fragment key={index}>
              {index > 0 && (
                <>
                  :<wbr />
                </>
              )}
              {pair}
            </Fragment>
          ))}
        </p>
        <div className="row wrap">
          <Button onClick={() => setIsCopied(copyText(fingerprint))}>{setup.copy}</Button>
          <span role="status">{isCopied && setup.copied}</span>
        </div>
        <small>{https.scan}</small>
      </div>
      {drawing !== null && (
        <svg
          role="img"
          aria-label={https.qr}
          viewBox={`0 0 ${drawing.size} ${drawing.size}`}
          className="qr"
          shapeRendering="crispEdges"
        >
          <rect width={drawing.size} height={drawing.size} fill="#fff" />
          <path d={drawing.path} fill="#000" />
        </svg>
      )}
    </div>
  )
}
