import { saveFile } from '@busbar/ui'
import { type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { readBlob, writeFile } from '../api/files.ts'
import { readState } from '../api/state.ts'
import { sizeText } from '../format/format.ts'
import { hrefOf, useAddress } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Dialog, Failure, Labelled, Notice, Waiting } from '../ui/parts.tsx'

/** The memory card: browse, download, upload, remove and eject. */
export const FilesPage = (): ReactNode => {
  const { files, status, common } = useTexts()
  const { rest } = useAddress()
  const path = `/${rest.join('/')}`
  const { data, error, again } = usePoll(() => call('card.dir', { path }), null, path)
  const state = usePoll(() => readState('memCard'), 5000)
  const [failure, setFailure] = useState<unknown>(null)
  const [share, setShare] = useState<number | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const full = (name: string): string => (path === '/' ? `/${name}` : `${path}/${name}`)
  const attempt = (act: () => Promise<unknown>): void => {
    setFailure(null)
    void act().then(again, setFailure)
  }
  const upload = async (file: File): Promise<void> => {
    setShare(0)
    try {
      await writeFile(full(file.name.toUpperCase()), new Uint8Array(await file.arrayBuffer()), setShare)
    } finally {
      setShare(null)
    }
  }
  const card = state.data?.memCard
  return (
    <main>
      <Card
        title={<span className="mono">{path}</span>}
        aside={
          card?.freeKb
            ? status.free({ free: sizeText(card.freeKb * 1024), all: sizeText((card.capacityKb ?? 0) * 1024) })
            : undefined
        }
      >
        <div className="stack">
          {rest.length > 0 && (
            <a
              href={hrefOf(
                `files${rest
                  .slice(0, -1)
                  .map((one) => `/${encodeURIComponent(one)}`)
                  .join('')}`,
              )}
            >
              {files.up}
            </a>
          )}
          {data === undefined ? (
            error === null ? (
              <Waiting />
            ) : (
              <Failure error={error} />
            )
          ) : (
            data.items.length === 0 && <p className="quiet">{files.empty}</p>
          )}
          <ul className="list">
            {data?.items.map(({ name, attrib, size, datetime }) => (
              <li key={name}>
                <div className="grow">
                  {attrib.includes('d') ? (
                    <a href={hrefOf(`files/${[...rest, name].map(encodeURIComponent).join('/')}`)}>{name}/</a>
                  ) : (
                    <button
                      type="button"
                      className="link"
                      onClick={() => attempt(async () => saveFile(await readBlob(full(name)), name))}
                    >
                      {name}
                    </button>
                  )}
                  <br />
                  <small>
                    {attrib.includes('d') ? '' : `${sizeText(size)} · `}
                    {datetime.replace('T', ' ')}
                  </small>
                </div>
                <Button isSmall kind="danger" aria-label={files.removeName({ name })} onClick={() => setRemoved(name)}>
                  {files.remove}
                </Button>
              </li>
            ))}
          </ul>
          <Labelled label={files.upload} hint={files.uploadHint}>
            {(id) => (
              <input
                id={id}
                className="field"
                type="file"
                onChange={({ target: { files: given } }) => {
                  const [file] = given ?? []
                  if (file !== undefined) attempt(() => upload(file))
                }}
              />
            )}
          </Labelled>
          {share !== null && <Notice>{files.uploading({ percent: Math.round(100 * share) })}</Notice>}
          <Failure error={failure} />
          <Button onClick={() => attempt(() => call('card.eject'))}>{files.eject}</Button>
          <small>{files.ejectHint}</small>
        </div>
      </Card>
      {removed !== null && (
        <Dialog title={files.removeTitle({ name: removed })} onClose={() => setRemoved(null)}>
          <p>{files.removeAbout}</p>
          <div className="row wrap">
            <Button
              kind="danger"
              onClick={() => {
                attempt(() => call('card.remove', { path: full(removed) }))
                setRemoved(null)
              }}
            >
              {files.remove}
            </Button>
            <Button onClick={() => setRemoved(null)}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </main>
  )
}
