import { fill } from '@busbar/ui/messages'
import { type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { readText, writeFile } from '../api/files.ts'
import { goTo, hrefOf } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Dialog, Failure, Notice, Waiting } from '../ui/parts.tsx'
import { RebootButton } from './reboot-button.tsx'
import { type TaskCheck, TaskEditor } from './task-editor.tsx'

/** CSV with semicolons and names: what the panel draws and a spreadsheet opens. */
const csv = 2

const readFormats = async () => {
  const keys = ['tasksLogging'] as ['tasksLogging']
  const [active, saved] = await Promise.all([call('settings.active', { keys }), call('settings.saved', { keys })])
  const formatOf = (of: object): unknown => (of as { tasksLogging?: { format: unknown } }).tasksLogging?.format
  return { active: formatOf(active), saved: formatOf(saved) }
}

/**
 * A notice that a task with LOG writes nothing while task logs are off, with a button to switch them on. Nothing while
 * they are on.
 */
const LoggingNotice = (): ReactNode => {
  const { tasks } = useTexts()
  const { data, error, again } = usePoll(readFormats, null)
  const [failure, setFailure] = useState<unknown>(null)
  if (data === undefined || data.active !== null) return <Failure error={error} />
  const switchOn = (): void => {
    setFailure(null)
    void call('settings.set', { tasksLogging: { format: csv } }).then(again, setFailure)
  }
  return (
    <>
      <Notice tone="warning">
        <span className="grow">{data.saved === null ? tasks.loggingOff : tasks.loggingWaits}</span>
        {data.saved === null ? (
          <Button isSmall onClick={switchOn}>
            {tasks.switchOn}
          </Button>
        ) : (
          <RebootButton />
        )}
      </Notice>
      <Failure error={failure} />
    </>
  )
}

export const tasksFolder = '/TASKS'
export const draftsFolder = '/TASKS/DRAFTS'

interface Props {
  name: string
  /** The file lies among those that run. */
  isInstalled: boolean
  hasDraft: boolean
  onChanged: () => void
}

/** The text of one task. Changes are saved as a draft, which runs when the user has seen what it writes and starts it. */
export const TaskFile = ({ name, isInstalled, hasDraft, onChanged }: Props): ReactNode => {
  const { tasks, files, common } = useTexts()
  const path = `${hasDraft ? draftsFolder : tasksFolder}/${name}`
  const stored = usePoll(() => readText(path), null, path)
  const [typed, setTyped] = useState<string | null>(null)
  const [check, setCheck] = useState<{ readonly text: string; readonly result: TaskCheck } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isSaved, setIsSaved] = useState(false)
  const [asking, setAsking] = useState<'start' | 'remove' | null>(null)
  if (stored.data === undefined) return stored.error === null ? <Waiting /> : <Failure error={stored.error} />
  const text = typed ?? stored.data
  const isChanged = text !== stored.data
  const checked = check?.text === text ? check.result : null

  /** Performs an operation on the file, closes the dialog, and loads the stored file again. */
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    setError(null)
    try {
      await work()
      setAsking(null)
      stored.again()
      onChanged()
      return true
    } catch (problem) {
      setError(problem)
      return false
    }
  }
  const save = async (): Promise<void> => {
    if (await act(() => writeFile(`${draftsFolder}/${name}`, new TextEncoder().encode(text)))) setIsSaved(true)
  }
  const remove = async (): Promise<void> => {
    if (!(await act(() => call('card.remove', { path })))) return
    setTyped(null)
    if (!(hasDraft && isInstalled)) goTo(hrefOf('tasks'))
  }
  const state = isChanged ? tasks.changed : hasDraft ? tasks.draft : tasks.runs
  return (
    <Card
      title={<span className="mono">{path}</span>}
      aside={<span className={isChanged || hasDraft ? 'tag warning' : 'tag'}>{state}</span>}
    >
      <div className="stack">
        <TaskEditor
          name={name}
          text={text}
          onChange={(next) => {
            setIsSaved(false)
            setTyped(next)
          }}
          onChecked={setCheck}
        />
        {isInstalled && (isChanged || hasDraft) && <small>{tasks.before}</small>}
        {checked?.isLogged === true && <LoggingNotice />}
        {isSaved && !isChanged && hasDraft && <Notice>{tasks.saved}</Notice>}
        {asking === null && <Failure error={error} />}
        <div className="row wrap">
          {isChanged ? (
            <>
              <Button kind="primary" onClick={() => void save()}>
                {tasks.save}
              </Button>
              <Button onClick={() => setTyped(null)}>{tasks.discard}</Button>
            </>
          ) : hasDraft ? (
            <Button
              kind="primary"
              disabled={checked === null || checked.problem !== null}
              onClick={() => setAsking('start')}
            >
              {tasks.start}
            </Button>
          ) : (
            <Button onClick={() => void act(() => call('tasks.stop', { file: name }))}>{tasks.stop}</Button>
          )}
          <Button kind="danger" onClick={() => setAsking('remove')}>
            {hasDraft && isInstalled ? tasks.removeDraft : tasks.remove}
          </Button>
        </div>
        {asking === 'start' && checked !== null && (
          <Dialog title={tasks.startTitle({ name })} onClose={() => setAsking(null)}>
            <Writes check={checked} />
            {isInstalled && <p>{tasks.replaces({ backup: name.replace(/\.tsk$/i, '.BAK') })}</p>}
            <Failure error={error} />
            <div className="row wrap">
              <Button
                kind="primary"
                onClick={() => void act(() => call('tasks.start', { file: name, revision: checked.revision }))}
              >
                {tasks.start}
              </Button>
              <Button onClick={() => setAsking(null)}>{common.cancel}</Button>
            </div>
          </Dialog>
        )}
        {asking === 'remove' && (
          <Dialog title={files.removeTitle({ name })} onClose={() => setAsking(null)}>
            <p>{files.removeAbout}</p>
            <Failure error={error} />
            <div className="row wrap">
              <Button kind="danger" onClick={() => void remove()}>
                {tasks.remove}
              </Button>
              <Button onClick={() => setAsking(null)}>{common.cancel}</Button>
            </div>
          </Dialog>
        )}
      </div>
    </Card>
  )
}

/** The registers and coils that the task writes. */
const Writes = ({ check: { writes, periodMs } }: { check: TaskCheck }): ReactNode => {
  const { tasks } = useTexts()
  if (writes === null || writes.length === 0) return <p>{tasks.writesNothing}</p>
  return (
    <>
      <p>{tasks.writes({ period: periodMs ?? 0 })}</p>
      <table>
        <thead>
          <tr>
            <th>{tasks.unit}</th>
            <th>{tasks.address}</th>
            <th>{tasks.item}</th>
          </tr>
        </thead>
        <tbody>
          {writes.map(({ item, unit, area, address, count, hasSafeValue }) => (
            <tr key={item}>
              <td>{unit === 0 ? tasks.allUnits : unit}</td>
              <td>
                {fill(area === 'C' ? tasks.coils : tasks.registers, {
                  range: count === 1 ? address : `${address}–${address + count - 1}`,
                })}
              </td>
              <td>
                <b>{item}</b>
                {hasSafeValue && <small> {tasks.safeValue}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
