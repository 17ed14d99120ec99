import { saveFile } from '@busbar/ui'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/api.ts'
import { readBlob, readText, writeFile } from '../../api/files.ts'
import { isSame } from '../../format/setting.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, Card, Failure, Labelled, Notice } from '../../ui/parts.tsx'

type SettingValues = Readonly<Record<string, unknown>>
const fileName = 'SETTINGS.TXT'

interface SettingChange {
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

/** Field by field, what an import would change. Secrets are sealed, and not compared. */
const changesOf = (saved: SettingValues, imported: SettingValues): SettingChange[] =>
  Object.entries(imported).flatMap(([key, value]): SettingChange[] => {
    const had = saved[key]
    if (had === undefined || isSame(had, value)) return []
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject) return [{ path: key, from: had, to: value }]
    return Object.entries(value as SettingValues)
      .filter(([name, one]) => (had as SettingValues)[name] !== undefined && !isSame((had as SettingValues)[name], one))
      .map(([name, one]) => ({ path: `${key}.${name}`, from: (had as SettingValues)[name], to: one }))
  })

/** Settings as a file, out and in: what would change is shown first. */
export const TransferCard = ({ saved, onChanged }: { saved: SettingValues; onChanged: () => void }): ReactNode => {
  const { transfer } = useTexts()
  const [changes, setChanges] = useState<SettingChange[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [done, setDone] = useState<string | null>(null)
  const attempt = (act: () => Promise<void>): void => {
    setError(null)
    setDone(null)
    void act().catch(setError)
  }
  const download = async (): Promise<void> => {
    await call('settings.export', { filename: fileName })
    saveFile(await readBlob(fileName), fileName)
    setDone(transfer.exported)
  }
  const readFile = async (file: File): Promise<void> => {
    const text = await file.text()
    await writeFile(`/${fileName}`, new TextEncoder().encode(text))
    const { settings } = JSON.parse(await readText(fileName)) as { settings?: SettingValues }
    setChanges(changesOf(saved, settings ?? {}))
  }
  const load = async (): Promise<void> => {
    await call('settings.import', { filename: fileName })
    setChanges(null)
    setDone(transfer.imported)
    onChanged()
  }
  return (
    <Card title={transfer.title}>
      <div className="stack">
        <p className="quiet">{transfer.about}</p>
        <Button onClick={() => attempt(download)}>{transfer.download}</Button>
        <Labelled label={transfer.upload}>
          {(id) => (
            <input
              id={id}
              className="field"
              type="file"
              onChange={({ target: { files } }) => {
                const [file] = files ?? []
                if (file !== undefined) attempt(() => readFile(file))
              }}
            />
          )}
        </Labelled>
        {changes !== null && (
          <>
            <h3>{transfer.wouldChange}</h3>
            {changes.length === 0 && <p className="quiet">{transfer.nothing}</p>}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
            <section className="scroll" tabIndex={0} aria-label={transfer.wouldChange}>
              <table>
                <tbody>
                  {changes.map(({ path, from, to }) => (
                    <tr key={path}>
                      <td className="mono">{path}</td>
                      <td>{JSON.stringify(from)}</td>
                      <td>→</td>
                      <td>
                        <b>{JSON.stringify(to)}</b>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            <Button kind="primary" disabled={changes.length === 0} onClick={() => attempt(load)}>
              {transfer.load}
            </Button>
          </>
        )}
        {done !== null && <Notice>{done}</Notice>}
        <Failure error={error} />
      </div>
    </Card>
  )
}
