import { type ReactNode, useState } from 'react'
import { call } from '../../api/api.ts'
import { usePoll } from '../../state/poll.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, Failure, Notice } from '../../ui/parts.tsx'
import { RebootButton } from '../system/reboot-button.tsx'

/** CSV with semicolons and names: what the panel draws and a spreadsheet opens. */
const csv = 2

const readFormats = async () => {
  const keys = ['tasksLogging'] as ['tasksLogging']
  const [active, saved] = await Promise.all([call('settings.active', { keys }), call('settings.saved', { keys })])
  const formatOf = (of: object): unknown => (of as { tasksLogging?: { format: unknown } }).tasksLogging?.format
  return { active: formatOf(active), saved: formatOf(saved) }
}

/** A task with LOG writes nothing while logs are off: says so, and offers the way out. Nothing where they are on. */
export const LoggingNotice = (): ReactNode => {
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
