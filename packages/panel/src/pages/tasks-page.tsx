import { textFor } from '@busbar/ui/messages'
import { type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { writeFile } from '../api/files.ts'
import { clockText } from '../format/format.ts'
import { goTo, hrefOf, useAddress } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import type { Texts } from '../texts/messages.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Failure, Labelled, Mark, Waiting } from '../ui/parts.tsx'
import { draftsFolder, TaskFile, tasksFolder } from './task-file.tsx'
import { TaskLog } from './task-log.tsx'

const readTasks = async () => {
  const [view, running, drafts] = await Promise.all([
    call('tasks.list'),
    taskFilesIn(tasksFolder),
    taskFilesIn(draftsFolder),
  ])
  return { ...view, running, drafts, files: [...new Set([...running, ...drafts])].toSorted() }
}

/** A card without the folder has no tasks yet. */
const taskFilesIn = async (path: string): Promise<string[]> => {
  const { items } = await call('card.dir', { path }).catch(() => ({ items: [] }))
  return items.map(({ name }) => name).filter((name) => /\.tsk$/i.test(name))
}

/** Task files: drafts that are edited and checked, and tasks that run. */
export const TasksPage = (): ReactNode => {
  const { tasks, compileCodes, runCodes } = useTexts()
  const { rest } = useAddress()
  const { data, error, again } = usePoll(readTasks, 1500)
  const [name] = rest
  if (data === undefined) return <main>{error === null ? <Waiting /> : <Failure error={error} />}</main>
  const running = data.tasks.find(({ file }) => file === name)
  return (
    <main className="columns">
      <Card title={tasks.title} aside={tasks.files({ count: data.files.length })} className="w4">
        <ul className="list">
          {data.files.map((file) => {
            const task = data.tasks.find((one) => one.file === file)
            const faulty = data.faulty.find((one) => one.file === file)
            const failed = task?.lastErrorCode ?? null
            const isDraft = !data.running.includes(file)
            const isPending = data.pending.includes(file)
            return (
              <li key={file} className={file === name ? 'on' : ''}>
                <Mark
                  tone={
                    isDraft || isPending
                      ? 'muted'
                      : faulty !== undefined
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
                  {!isDraft && data.drafts.includes(file) && <span className="tag">{tasks.changedDraft}</span>}
                  <br />
                  {isDraft ? (
                    <small>{tasks.draft}</small>
                  ) : isPending ? (
                    <small>{tasks.loading}</small>
                  ) : faulty !== undefined ? (
                    <small className="said-critical">
                      {faulty.line === null ? '' : `${tasks.line({ line: faulty.line })} `}
                      {textFor(compileCodes, faulty.code)}
                    </small>
                  ) : task === undefined ? (
                    <small>{tasks.loading}</small>
                  ) : failed === null ? (
                    <small>
                      {tasks.every({
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
            <TaskFile
              key={name}
              name={name}
              isInstalled={data.running.includes(name)}
              hasDraft={data.drafts.includes(name)}
              onChanged={again}
            />
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
                              <span className="said-unknown">{tasks.unread({ code })}</span>
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
  tasks: Texts['tasks'],
  { tookMs, missedRuns }: { tookMs: number | null; missedRuns: number },
): string | undefined => {
  if (tookMs === null) return undefined
  const periods = missedRuns === 0 ? tasks.kept : tasks.missed({ count: missedRuns })
  return `${tasks.took({ ms: Math.round(tookMs) })}; ${periods}`
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
      await writeFile(`${draftsFolder}/${file}`, new TextEncoder().encode(from === '' ? blank : examples[from]))
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

/** The examples of the guide by their file's name; the build puts them here. */
declare const taskExamples: Readonly<Record<string, string>>

const named = ['thermo', 'pumps', 'shed', 'light', 'pulses'] as const
type TaskExample = (typeof named)[number]

/** To start from. */
const examples = Object.fromEntries(named.map((name) => [name, taskExamples[name.toUpperCase()] ?? ''])) as Readonly<
  Record<TaskExample, string>
>
