import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, ask, call } from '../../api/ask.ts'
import { useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { DeleteButton, Losses, useDelete } from '../../ui/actions/delete-button.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { countsOf } from './losses.rules.ts'

/** The end of a network, with all behind it. */
export const DeleteNet = ({ net: { id: netId, name } }: { net: AnswerOf<'nets', 'get'> }): ReactNode => {
  const { net } = useTexts()
  const remove = useDelete({
    act: () => call('nets', 'delete', { netId }),
    to: { to: '/overview' },
    done: net.deleted(name),
  })
  return (
    <Panel title={net.delete} className="border-critical-line!">
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3 p-4">
        <p className="max-w-prose text-quiet">{net.deleteHelp}</p>
        <DeleteButton
          act={net.delete}
          name={name}
          isTyped
          onDelete={() => remove.mutate()}
          isBusy={remove.isPending}
          error={remove.error}
        >
          <NetLosses netId={netId} />
        </DeleteButton>
      </div>
    </Panel>
  )
}

const NetLosses = ({ netId }: { netId: number }): ReactNode => {
  const { orgId } = useOrg()
  const tree = useQuery(ask('nets', 'tree', { orgId }))
  const counts = tree.data === undefined ? undefined : countsOf(tree.data, netId)
  return <Losses devices={counts?.devices} params={counts?.params} />
}
