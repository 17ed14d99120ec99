import { type ReactNode, useState } from 'react'
import { call } from '../../api/api.ts'
import { readText, writeFile } from '../../api/files.ts'
import { clockText } from '../../format/format.ts'
import { goTo, hrefOf, useAddress } from '../../state/place.ts'
import { usePoll } from '../../state/poll.ts'
import { fill, textFor } from '../../texts/texts.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Button, Card, Dialog, Failure, Labelled, Notice, Waiting } from '../../ui/parts.tsx'
import { LoggingNotice } from './logging-notice.tsx'
import { type TaskCheck, TaskEditor } from './task-editor.tsx'
import { examples, type TaskExample } from './task-examples.ts'
import { TaskLog } from './task-log.tsx'

const folder = '/TASKS'

const readTasks = async () => {
  const [view, dir] = await Promise.all([
    call('tasks.list'),
    // A card without the folder has no tasks yet.
    call('card.dir', { path: folder }).catch(() => ({ items: [] })),
  ])
  return { ...view, files: dir.items.map(({ name }) => name).filter((name) => /\.tsk$/i.test(name)) }
}

/** Task files: written, checked, run, looked at. */
export const TasksPage = (): ReactNode => {
  const { tasks, compileCodes, runCodes } = useTexts()
  const { rest } = useAddress()
  const { data, error, again } = usePoll(readTasks, 1500)
  const [name] = rest
  if (data === undefined) return <main>{error === null ? <Waiting /> : <Failure error={error} />}</main>
  const running = data.tasks.find(({ file }) => file === name)
  return (
    <main className="columns">
      <Card title={tasks.title} aside={fill(tasks.files, { count: data.files.length })} className="w4">
        <ul className="list">
          {data.files.map((file) => {
            const task = data.tasks.find((one) => one.file === file)
            const faulty = data.faulty.find((one) => one.file === file)
            const failed = task?.lastErrorCode ?? null
            return (
              <li key={file} className={file === name ? 'on' : ''}>
                <Mark
                  tone={
                    faulty !== undefined
                      ? 'critical'
                      : failed !== null
                        ? 'warning'
                        : task === undefined
                          ? 'muted'
                          : 'ok'
                  }
                />
                <div className="grow">
                  <a href={hrefOf(`tasks/${file}`)}>{file}</a>
                  <br />
                  {faulty !== undefined ? (
                    <small className="said-critical">
                      {faulty.line === null ? '' : `${fill(tasks.line, { line: faulty.line })} `}
                      {textFor(compileCodes, faulty.code)}
                    </small>
                  ) : task === undefined ? (
                    <small>{tasks.loading}</small>
                  ) : failed === null ? (
                    <small>
                      {fill(tasks.every, {
                        period: task.periodMs,
                        time: task.lastRunOn === null ? '–' : clockText(task.lastRunOn).slice(0, 8),
                      })}
                    </small>
                  ) : (
                    <small className="said-warning">{textFor(runCodes, failed)}</small>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
        {data.files.length === 0 && <p className="quiet">{tasks.none}</p>}
        <NewTask taken={data.files} onMade={again} />
      </Card>
      <div className="w8 stack">
        {name === undefined ? (
          <Card title={tasks.choose}>
            <p className="quiet">{tasks.chooseHint}</p>
          </Card>
        ) : (
          <>
            <FileEditor key={name} name={name} isRunning={running !== undefined} onSaved={again} />
            {running !== undefined && (
              <Card title={tasks.items} aside={runText(tasks, running)}>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
                <section className="scroll" tabIndex={0} aria-label={tasks.items}>
                  <table>
                    <tbody>
                      {running.items.map(({ name: item, type, place, value, error: code }) => (
                        <tr key={item}>
                          <td>
                            <b>{item}</b>
                          </td>
                          <td className="mono">{type}</td>
                          <td className="mono">{place ?? ''}</td>
                          <td className="end">
                            {code === 0 ? (
                              <b>{value ?? '–'}</b>
                            ) : (
                              <span className="said-unknown">{fill(tasks.unread, { code })}</span>
                            )}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </section>
              </Card>
            )}
            <TaskLog key={`log ${name}`} name={name} />
          </>
        )}
      </div>
    </main>
  )
}

/** How long it takes, and whether that lets it keep its period. */
const runText = (
  tasks: { took: string; kept: string; missed: string },
  { tookMs, missedRuns }: { tookMs: number | null; missedRuns: number },
): string | undefined => {
  if (tookMs === null) return undefined
  const periods = missedRuns === 0 ? tasks.kept : fill(tasks.missed, { count: missedRuns })
  return `${fill(tasks.took, { ms: Math.round(tookMs) })}; ${periods}`
}

const FileEditor = ({
  name,
  isRunning,
  onSaved,
}: {
  name: string
  isRunning: boolean
  onSaved: () => void
}): ReactNode => {
  const { tasks, files, common } = useTexts()
  const path = `${folder}/${name}`
  const stored = usePoll(() => readText(path), null, path)
  const [typed, setTyped] = useState<string | null>(null)
  const [check, setCheck] = useState<TaskCheck | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isSaved, setIsSaved] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  if (stored.data === undefined) return stored.error === null ? <Waiting /> : <Failure error={stored.error} />
  const text = typed ?? stored.data
  const isChanged = text !== stored.data
  const save = async (): Promise<void> => {
    setError(null)
    try {
      await writeFile(path, new TextEncoder().encode(text))
      setIsSaved(true)
      setTyped(text)
      stored.again()
      onSaved()
    } catch (problem) {
      setError(problem)
    }
  }
  const remove = async (): Promise<void> => {
    try {
      await call('card.remove', { path })
      onSaved()
      goTo(hrefOf('tasks'))
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <Card
      title={<span className="mono">{path}</span>}
      aside={isChanged ? <span className="tag warning">{tasks.changed}</span> : isRunning ? tasks.runs : undefined}
    >
      <div className="stack">
        <TaskEditor
          text={text}
          onChange={(next) => {
            setIsSaved(false)
            setTyped(next)
          }}
          onChecked={setCheck}
        />
        {isChanged && isRunning && <small>{tasks.before}</small>}
        {check?.isLogged === true && <LoggingNotice />}
        {isSaved && !isChanged && <Notice>{tasks.saved}</Notice>}
        <Failure error={error} />
        <div className="row wrap">
          <Button
            kind="primary"
            disabled={!isChanged || check === null || check.problem !== null}
            onClick={() => void save()}
          >
            {tasks.save}
          </Button>
          <Button disabled={!isChanged} onClick={() => setTyped(null)}>
            {tasks.discard}
          </Button>
          <Button kind="danger" onClick={() => setIsRemoving(true)}>
            {tasks.remove}
          </Button>
        </div>
        {isRemoving && (
          <Dialog title={fill(files.removeTitle, { name })} onClose={() => setIsRemoving(false)}>
            <p>{files.removeAbout}</p>
            <div className="row wrap">
              <Button kind="danger" onClick={() => void remove()}>
                {tasks.remove}
              </Button>
              <Button onClick={() => setIsRemoving(false)}>{common.cancel}</Button>
            </div>
          </Dialog>
        )}
      </div>
    </Card>
  )
}

const blank = 'TASK 2 PERIOD 1000\n\nDO RETURN\n'

const NewTask = ({ taken, onMade }: { taken: readonly string[]; onMade: () => void }): ReactNode => {
  const { tasks, taskExamples } = useTexts()
  const [typed, setTyped] = useState('')
  const [from, setFrom] = useState<TaskExample | ''>('')
  const [error, setError] = useState<unknown>(null)
  const file = `${typed.toUpperCase()}.TSK`
  const isRight = /^[A-Z0-9_-]{1,8}$/i.test(typed) && !taken.includes(file)
  const make = async (): Promise<void> => {
    setError(null)
    try {
      await writeFile(`${folder}/${file}`, new TextEncoder().encode(from === '' ? blank : examples[from]))
      setTyped('')
      onMade()
      goTo(hrefOf(`tasks/${file}`))
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <div className="stack">
      <Labelled label={tasks.newName} hint={tasks.nameRule}>
        {(id) => (
          <input
            id={id}
            className="field"
            value={typed}
            maxLength={8}
            aria-invalid={typed !== '' && !isRight}
            autoCapitalize="characters"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Labelled>
      <Labelled label={tasks.startFrom}>
        {(id) => (
          <select
            id={id}
            className="field"
            value={from}
            onChange={(event) => setFrom(event.target.value as TaskExample | '')}
          >
            <option value="">{tasks.blank}</option>
            {(Object.keys(examples) as TaskExample[]).map((one) => (
              <option key={one} value={one}>
                {taskExamples[one]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Failure error={error} />
      <Button disabled={!isRight} onClick={() => void make()}>
        {tasks.make}
      </Button>
    </div>
  )
}
