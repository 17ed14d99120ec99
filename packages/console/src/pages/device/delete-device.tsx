import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, ask, call } from '../../api/ask.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { DeleteButton, Losses, useDelete } from '../../ui/actions/delete-button.tsx'
import { Panel } from '../../ui/layout/page.tsx'

/** The end of a device, with its past. */
export const DeleteDevice = ({ device: { id, netId, name } }: { device: AnswerOf<'devices', 'get'> }): ReactNode => {
  const { device } = useTexts()
  const params = useQuery(ask('devices', 'params', { deviceId: id }))
  const remove = useDelete({
    act: () => call('devices', 'delete', { deviceId: id }),
    to: { to: '/nets/$id', params: { id: netId } },
    done: device.deleted(name),
  })
  return (
    <Panel title={device.delete} className="border-critical-line!">
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3 p-4">
        <p className="max-w-prose text-quiet">{device.deleteHelp}</p>
        <DeleteButton
          act={device.delete}
          name={name}
          isTyped
          onDelete={() => remove.mutate()}
          isBusy={remove.isPending}
          error={remove.error}
        >
          <Losses params={params.data?.length} />
        </DeleteButton>
      </div>
    </Panel>
  )
}
